import type { FactoryEvent } from "../../engine/event.js";
import type { Situation } from "../../engine/situation.js";
import { detectRatchet } from "../baseline/detect-ratchet.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { branchUpdate } from "./branch-update.js";
import { isJudgedTree, mergeMismatch } from "./judged-tree.js";

/**
 * Detects that the pending merge was made, of what was judged or not; or that the base has moved or was merged into the
 * branch, so that the whole is judged again.
 */
export function detectMerge(situation: Situation, inWork: WorkSituation): FactoryEvent[] {
  const { observed, now } = situation;
  const { taskId, work, pull } = inWork;
  if (work.stage.stage !== "merging" || pull === undefined) return [];
  if (pull.state === "merged" && pull.mergeSha !== null) {
    const { stage } = work;
    const cause = mergeMismatch(situation, taskId, { stage, pull });
    if (cause !== undefined) {
      return [{ kind: "work-updated", at: now, task_id: taskId, event: { kind: "work-failed", cause } }];
    }
    const module_refs = work.modules.map(({ module_ref }) => module_ref);
    const event = {
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
    return [...ratchet, { kind: "project-updated", at: now, event }];
  }
  const update = branchUpdate(situation, inWork);
  // Whether it is the judged tree will be known soon. With another base it could not be checked any more.
  if (update === "unproved") return [];
  // The same tree on another head is judged once more, because the head is what is merged.
  if (update === "proved") {
    const base = observed.defaultHead ?? work.stage.base;
    const event = { kind: "integration-due", head: pull.head, base, takes_up_base: true } as const;
    return [{ kind: "work-updated", at: now, task_id: taskId, event }];
  }
  // A merge queue tests what it merges before this pull request together with it.
  if (pull.inQueue || observed.defaultHead === null || observed.defaultHead === work.stage.base) return [];
  // The base that the branch has merged comes first, even if the base has moved since: its verdict proves the new head.
  const takenUp = update === "of-a-newer-base" ? pull.headParents[1] : undefined;
  const base = takenUp ?? observed.defaultHead;
  const event = { kind: "integration-due", head: work.stage.head, base } as const;
  return [{ kind: "work-updated", at: now, task_id: taskId, event }];
}
