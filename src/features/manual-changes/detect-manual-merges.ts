import type { TaskId } from "../../domain/ids.js";
import { taskBranch } from "../../engine/branches.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { ObservedPull } from "../../engine/observation.js";
import type { Situation } from "../../engine/situation.js";
import { isMergedMismatch } from "../merging/judged-tree.js";
import type { TaskWork } from "../modules/task-work.js";
import { noteOnce } from "./note.js";

/**
 * A person merged a task's pull request before the App did. The task has shipped, also from HALTED, with a rationale
 * that names the person (decisions.md#what-people-do-is-answered).
 */
export function detectHandMerges(situation: Situation): FactoryEvent[] {
  const { state, observed, config } = situation;
  return Object.entries(state.project?.tasks ?? {}).flatMap(([taskId, task]) => {
    const { status, pull_request } = task;
    if (status !== "IN_PROGRESS" && status !== "HALTED") return [];
    const branch = taskBranch(config.branch_prefix, taskId, task);
    const pull = observed.pulls.find(({ branch: head, number }) => head === branch && number === pull_request);
    const work = state.work[taskId];
    if (pull?.state !== "merged" || isOurMerge(work, pull)) return [];
    return shipped(situation, taskId, pull);
  });
}

/** The App merges exactly the judged head. The result of that merge may be waiting for a person. */
function isOurMerge(work: TaskWork | undefined, { head }: ObservedPull): boolean {
  if (work === undefined) return false;
  return isMergedMismatch(work) || (work.stage.stage === "merging" && work.stage.head === head);
}

/** The key of the note about a manual merge. */
export function handMergeKey(number: number): string {
  return `merged-by-hand:${number}`;
}

function shipped(situation: Situation, task_id: TaskId, { number, mergeSha, closedBy }: ObservedPull): FactoryEvent[] {
  if (mergeSha === null) return []; // GitHub shows the merge before its commit
  const { state, now } = situation;
  const by = closedBy ?? "somebody";
  const where = state.work[task_id]?.stage.stage ?? "started";
  // Only these have ship evidence. Other merged code belongs to no module.
  const module_refs = (state.work[task_id]?.modules ?? [])
    .filter(({ step }) => step.step === "shipped")
    .map(({ module_ref }) => module_ref);
  const kept = state.work[task_id]?.merge_kept_in;
  const rationale =
    kept === undefined
      ? `${by} merged pull request #${number} by hand while the work was ${where}.`
      : `The merge of #${number} was kept by the decision about ${kept}, although its tree is not the judged one.`;
  const event = { kind: "task-shipped", at: now, task_id, merge_sha: mergeSha, module_refs, rationale } as const;
  const body =
    `${by} merged this pull request by hand while the work was ${where}. ${task_id} counts as shipped, and what ` +
    "needs it goes on. What was merged has not passed the gates that were still to come.";
  if (kept !== undefined) return [{ kind: "project-updated", at: now, event }];
  return [
    { kind: "project-updated", at: now, event },
    ...noteOnce(situation, { key: handMergeKey(number), issue: number, body }),
  ];
}
