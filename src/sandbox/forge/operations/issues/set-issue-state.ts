import type { Acting } from "../../context.js";
import { ZERO_SHA } from "../../git/git-repository.js";
import { unprocessable } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { thePull } from "../../lookup.js";
import type { IssueRecord, StateReason } from "../../records/issue.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { branchRef } from "../../ref-names.js";
import { announceIssue } from "../announce/announce-issue.js";
import { indexOpenPull, openPullsFrom } from "../pulls/pull-index.js";
import { closePull } from "../pulls/sync-pulls.js";

export type StateChange = {
  readonly repository: RepositoryRecord;
  readonly issue: IssueRecord;
  readonly state: "open" | "closed";
  readonly reason?: StateReason | null;
};

/** Closes or reopens an issue or a pull request. An unchanged state does nothing. */
export async function setIssueState(hub: Hub, acting: Acting, change: StateChange): Promise<void> {
  const { repository, issue, state } = change;
  if (issue.state === state) return;
  if (issue.isPull) {
    const pull = thePull(repository, issue.number);
    if (state === "closed") return closePull(hub, acting, { repository, pull });
    refuseReopening(hub, repository, issue.number);
    indexOpenPull(repository, pull);
  }
  issue.state = state;
  issue.stateReason = issue.isPull ? null : state === "open" ? "reopened" : (change.reason ?? "completed");
  issue.closedAt = state === "closed" ? hub.now() : null;
  issue.closedById = state === "closed" ? acting.user.id : null;
  issue.updatedAt = hub.now();
  repository.openIssueCount += state === "open" ? 1 : -1;
  await announceIssue(hub, acting, { repository, issue, action: state === "open" ? "reopened" : "closed" });
}

function refuseReopening(hub: Hub, repository: RepositoryRecord, number: number): void {
  const pull = thePull(repository, number);
  if (pull.mergedAt !== null) throw unprocessable("Cannot reopen a merged pull request");
  const headRepository = hub.state.repositories.get(pull.head.repositoryId ?? 0);
  const tip = headRepository === undefined ? undefined : hub.git(headRepository).refs.get(branchRef(pull.head.ref));
  if ((tip ?? ZERO_SHA) !== pull.head.sha) {
    throw unprocessable(`The ${pull.head.ref} branch was force-pushed, recreated or deleted.`);
  }
  const rivals = openPullsFrom(repository, pull.head.repositoryId ?? 0, pull.head.ref);
  if (rivals.some(({ base }) => base.ref === pull.base.ref)) {
    throw unprocessable(`A pull request already exists for ${pull.head.ref}.`);
  }
}
