import type { Effect } from "../domain/factory/effect.js";
import type { ObservedRequest } from "../domain/factory/observed.js";
import { digestOf } from "../domain/hash.js";
import type { Refusal } from "../domain/refusal.js";
import { codeBlock } from "../render/code.js";
import { hiddenMarker } from "../render/marker.js";

/**
 * What only a person can mend, said where they look: in the issue that is being worked on, or else the one that was labelled
 * last. Said once for each problem, so the key is what the problem says.
 */
export function problemComment(
  problem: Refusal,
  known: { readonly issue: number | null; readonly requests: readonly ObservedRequest[] },
): Extract<Effect, { kind: "say" }> | null {
  const newest = known.requests.toSorted((a, b) => a.labelledAt.localeCompare(b.labelledAt)).at(-1);
  const issue = known.issue ?? newest?.issue;
  if (issue === undefined) return null;
  const key = `problem:${digestOf([problem.code, problem.message]).slice(0, 16)}`;
  const body = [
    hiddenMarker(key),
    "Work has stopped: a file cannot be used as it is. Nothing was overwritten.",
    "",
    codeBlock(problem.message),
    "",
    "Mend it where it is, on the branch it is on; its history has every earlier version. Work goes on by itself then.",
  ].join("\n");
  return { kind: "say", key, issue, body };
}
