import type { Effect } from "../domain/factory/effect.js";
import { digestOf } from "../domain/hash.js";
import type { Refusal } from "../domain/refusal.js";
import { codeBlock } from "../render/code.js";
import { hiddenMarker } from "../render/marker.js";

/** What only a person can mend. Said once for each problem, so the key is what the problem says. */
export function problemComment(issue: number, problem: Refusal): Extract<Effect, { kind: "say" }> {
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
