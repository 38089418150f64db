import { digestOf } from "../../domain/hash.js";
import type { Refusal } from "../../domain/refusal.js";
import { codeBlock } from "../../render/code.js";
import { hiddenMarker } from "../../render/marker.js";
import type { Effect } from "../effects/effect.js";

/** A task's branch is not updated silently. A push to it halts the task, and `retry` restarts it. */
const ON_A_TASKS_BRANCH =
  "A task's branch has the default branch's files as they were when it began. If it was mended on the default branch and a task still waits for it: merge the default branch into the task's, and say `/factory retry` in its pull request when it asks whether it goes on.";

/** A problem that only a person can solve. It is posted once per problem, so the key is derived from its text. */
export function problemComment(
  issue: number,
  problem: Refusal,
  { inTask = false }: { readonly inTask?: boolean } = {},
): Extract<Effect, { kind: "say" }> {
  const key = `problem:${digestOf([problem.code, problem.message]).slice(0, 16)}`;
  const body = [
    hiddenMarker(key),
    "Work has stopped: a file cannot be used as it is. Nothing was overwritten.",
    "",
    codeBlock(problem.message),
    "",
    "Mend it where it is, on the branch it is on; its history has every earlier version. Work goes on by itself then.",
    ...(inTask ? ["", ON_A_TASKS_BRANCH] : []),
  ].join("\n");
  return { kind: "say", key, issue, body };
}
