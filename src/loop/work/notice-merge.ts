import type { Intent } from "../../domain/factory/intent.js";
import { noticeRatchet } from "../baseline/notice-ratchet.js";
import type { Situation } from "../situation.js";
import type { WorkSituation } from "./work-situation.js";

/** The merge that was due has been made, or the base moved on and the whole must be judged on it again. */
export function noticeMerge(situation: Situation, inWork: WorkSituation): Intent[] {
  const { observed, now } = situation;
  const { taskId, work, pull } = inWork;
  if (work.stage.stage !== "merging" || pull === undefined) return [];
  if (pull.state === "merged" && pull.mergeSha !== null) {
    const module_refs = work.modules.map(({ module_ref }) => module_ref);
    const move = {
      kind: "task-shipped",
      at: now,
      task_id: taskId,
      merge_sha: pull.mergeSha,
      module_refs,
      rationale: null,
    } as const;
    return [...noticeRatchet(situation, inWork, pull.mergeSha), { kind: "project-moved", at: now, move }];
  }
  if (observed.defaultHead === null || observed.defaultHead === work.stage.base) return [];
  const move = { kind: "integration-due", head: work.stage.head, base: observed.defaultHead } as const;
  return [{ kind: "work-moved", at: now, task_id: taskId, move }];
}
