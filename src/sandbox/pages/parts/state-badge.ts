/** Open, closed, merged, draft: a word, a sign and a colour, never a colour alone. */
import type { IssueRecord } from "../../forge/records/issue.js";
import type { RepositoryRecord } from "../../forge/records/repository.js";
import { type Html, html } from "../html.js";
import { type IconName, icon } from "./icon.js";

export type IssueView = { readonly word: string; readonly tone: Tone; readonly sign: IconName };
type Tone = "open" | "done" | "closed" | "draft";

export function viewOf(repository: RepositoryRecord, issue: IssueRecord): IssueView {
  const pull = issue.isPull ? repository.pulls.get(issue.number) : undefined;
  if (pull === undefined) {
    if (issue.state === "open") return { word: "Open", tone: "open", sign: "issues" };
    const dropped = issue.stateReason === "not_planned" || issue.stateReason === "duplicate";
    return dropped
      ? { word: "Closed as not planned", tone: "draft", sign: "skipped" }
      : { word: "Closed", tone: "done", sign: "success" };
  }
  if (pull.mergedAt !== null) return { word: "Merged", tone: "done", sign: "merge" };
  if (issue.state === "closed") return { word: "Closed", tone: "closed", sign: "pulls" };
  return pull.draft ? { word: "Draft", tone: "draft", sign: "pulls" } : { word: "Open", tone: "open", sign: "pulls" };
}

export function stateBadge({ word, tone, sign }: IssueView): Html {
  return html`<span class="state ${tone}">${icon(sign)} ${word}</span>`;
}

export function stateSign({ word, tone, sign }: IssueView): Html {
  return html`<span class="sign ${tone}" title="${word}">${icon(sign)}</span>`;
}
