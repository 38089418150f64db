/** Open, closed, merged or draft: a word, an icon and a colour, never a colour alone. */
import type { IssueRecord } from "../../forge/records/issue.js";
import type { RepositoryRecord } from "../../forge/records/repository.js";
import { type Html, html } from "../html.js";
import { type IconName, icon } from "./icon.js";

export type IssueView = { readonly word: string; readonly tone: Tone; readonly iconName: IconName };
type Tone = "open" | "done" | "closed" | "draft";

export function viewOf(repository: RepositoryRecord, issue: IssueRecord): IssueView {
  const pull = issue.isPull ? repository.pulls.get(issue.number) : undefined;
  if (pull === undefined) {
    if (issue.state === "open") return { word: "Open", tone: "open", iconName: "issues" };
    const dropped = issue.stateReason === "not_planned" || issue.stateReason === "duplicate";
    return dropped
      ? { word: "Closed as not planned", tone: "draft", iconName: "skipped" }
      : { word: "Closed", tone: "done", iconName: "success" };
  }
  if (pull.mergedAt !== null) return { word: "Merged", tone: "done", iconName: "merge" };
  if (issue.state === "closed") return { word: "Closed", tone: "closed", iconName: "pulls" };
  return pull.draft
    ? { word: "Draft", tone: "draft", iconName: "pulls" }
    : { word: "Open", tone: "open", iconName: "pulls" };
}

export function stateBadge({ word, tone, iconName }: IssueView): Html {
  return html`<span class="state ${tone}">${icon(iconName)} ${word}</span>`;
}

export function stateIcon({ word, tone, iconName }: IssueView): Html {
  return html`<span class="sign ${tone}" title="${word}">${icon(iconName)}</span>`;
}
