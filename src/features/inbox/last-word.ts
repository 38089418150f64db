import { fitParts } from "../../render/fit.js";
import { hiddenMarker } from "../../render/marker.js";
import type { PendingComment } from "./pending-comment.js";

const PREFIX = "last-word:";

/** The key of the comment. */
export function lastWordKey(pull: number): string {
  return `${PREFIX}${pull}`;
}

/** The text for a task that has reached its limit of comments, with all later answers. */
export function lastWord(known: {
  readonly issue: number;
  /** The issue with the status comment. */
  readonly request: number;
  readonly sayings: readonly Pick<PendingComment, "key" | "body" | "answers">[];
}): string {
  const { issue, request, sayings } = known;
  const head = [
    hiddenMarker(lastWordKey(issue)),
    sayings.map(({ key }) => hiddenMarker(key)).join(""),
    "## No more comments here",
    "",
    "As many comments and reviews as one task may have are written for this one (`budgets.max_comments_per_task` in `.factory/config.yml`). From now on this comment is edited instead, and nobody is notified of it.",
    "",
    `Commands are still obeyed, and acknowledged by a reaction; below is what the last ones came to. The status comment of #${request} says where things stand. To be answered in comments again, raise the number on the default branch.`,
  ].join("\n");
  const parts = sayings.map(({ body, answers }) => {
    const to = answers === null ? "" : `[To this comment](#issuecomment-${answers.comment}): `;
    return { text: `---\n\n${to}${body}`, whenLeftOut: "_One answer did not fit._" };
  });
  return fitParts(head, parts);
}

/**
 * The keys of the answers that one of our comments contains. They are in its second line, which never has other text.
 */
export function lastWordsIn(body: string): string[] {
  const [first = "", second = ""] = body.split("\n", 2);
  if (!first.startsWith(`<!-- factory:${PREFIX}`)) return [];
  return [...second.matchAll(/<!-- factory:([a-z0-9:._/@-]+) -->/gi)].flatMap(([, key]) => key ?? []);
}
