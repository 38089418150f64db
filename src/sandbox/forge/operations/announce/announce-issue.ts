import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import { thePull } from "../../lookup.js";
import type { IssueRecord } from "../../records/issue.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { issueJson } from "../../resources/issue.js";
import { publish } from "../../webhooks/events.js";
import { announcePull } from "./announce-pull.js";

export type IssueEvent = {
  readonly repository: RepositoryRecord;
  readonly issue: IssueRecord;
  readonly action: string;
  readonly extra?: object;
};

/**
 * An `issues` event, or a `pull_request` event when the issue is one. Both announce labels, assignees and state alike.
 */
export async function announceIssue(hub: Hub, acting: Acting, event: IssueEvent): Promise<void> {
  const { repository, issue, action, extra = {} } = event;
  if (issue.isPull) {
    const pull = thePull(repository, issue.number);
    return announcePull(hub, acting, { repository, pull, action, extra });
  }
  const payload = () => ({ issue: issueJson(hub, repository, issue), ...extra });
  await publish(hub, acting, { name: "issues", action, repository, payload });
}
