import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { detectRatchet } from "../baseline/detect-ratchet.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { branchUpdate } from "./branch-update.js";
import { isJudgedTree, mergeMismatch } from "./judged-tree.js";

/** The merge that was due has been made, of what was judged or not; or the base moved on, or was taken up, and the whole is judged again. */
export function detectMerge(situation: Situation, inWork: WorkSituation): FactoryEvent[] {
  const { observed, now } = situation;
  const { taskId, work, pull } = inWork;
  if (work.stage.stage !== "merging" || pull === undefined) return [];
  if (pull.state === "merged" && pull.mergeSha !== null) {
    const { stage } = work;
    const cause = mergeMismatch(situation, taskId, { stage, pull });
    if (cause !== undefined) {
      return [{ kind: "work-moved", at: now, task_id: taskId, move: { kind: "work-failed", cause } }];
    }
    const module_refs = work.modules.map(({ module_ref }) => module_ref);
    const move = {
      kind: "task-shipped",
      at: now,
      task_id: taskId,
      merge_sha: pull.mergeSha,
      module_refs,
      rationale: null,
    } as const;
    const ratchet = isJudgedTree(situation, taskId, { stage, mergeTree: pull.mergeTree })
      ? detectRatchet(situation, inWork, pull.mergeSha)
      : [];
    return [...ratchet, { kind: "project-moved", at: now, move }];
  }
  const update = branchUpdate(situation, inWork);
  // Whether it is the judged tree is read in a moment; on another base nobody could tell any more.
  if (update === "unproved") return [];
  // The same tree on another head: it is judged there once more, because the head is what is merged.
  if (update === "proved") {
    const base = observed.defaultHead ?? work.stage.base;
    const move = { kind: "integration-due", head: pull.head, base, takes_up_base: true } as const;
    return [{ kind: "work-moved", at: now, task_id: taskId, move }];
  }
  // What a queue merges before it, the queue tries out together with it.
  if (pull.inQueue || observed.defaultHead === null || observed.defaultHead === work.stage.base) return [];
  // What the branch took up comes first, though the base has moved on since: by its verdict the new head is proved.
  const takenUp = update === "of-a-newer-base" ? pull.headParents[1] : undefined;
  const base = takenUp ?? observed.defaultHead;
  const move = { kind: "integration-due", head: work.stage.head, base } as const;
  return [{ kind: "work-moved", at: now, task_id: taskId, move }];
}
