import { ARTIFACT_PREFIXES } from "../../domain/artifacts/artifact-type.js";
import { planPath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import { lockPlan } from "../../domain/plan/lock.js";
import { type BuiltModule, MicroPlan, plannedRef } from "../../domain/plan/micro-plan.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { Situation } from "../../engine/situation.js";
import { writeYaml } from "../../yaml/yaml.js";
import { derivedHex } from "../modules/keys.js";
import type { TaskEvent } from "../modules/task-event.js";
import { withAmendedCriteria } from "../tasks/task-file/amend-task-file.js";
import { oneLine } from "../tasks/task-file/one-line.js";
import { renderTaskFile } from "../tasks/task-file/render-task-file.js";
import { type Kept, keepFinished } from "./keep-finished.js";
import type { Resolved } from "./resolution/resolution-files.js";
import { planOf, taskFileOf } from "./task-reading.js";

/** What can be kept of a halted task, or why nothing can. */
export function keptOf(situation: Pick<Situation, "state" | "files">, task: TaskId): Outcome<Kept> {
  const work = situation.state.work[task];
  const plan = work?.plan === null ? undefined : planOf(situation, task);
  if (work === undefined || plan === undefined)
    return refuse("nothing-finished", "It halted before there was a plan, so there is nothing to keep.");
  return keepFinished(work, plan);
}

/** The event and the files on the state branch by which a task is reduced to what is finished. */
export function keptPart(
  situation: Situation,
  { task_id, at, identities }: Resolved,
): Outcome<{ readonly event: TaskEvent; readonly files: readonly FileToWrite[] }> {
  const { state, stateHead } = situation;
  const work = state.work[task_id];
  const path = state.project?.tasks[task_id]?.path;
  const before = planOf(situation, task_id);
  const file = taskFileOf(situation, task_id);
  const kept = keptOf(situation, task_id);
  if (!kept.ok) return kept;
  if (work === undefined || before === undefined || file === undefined || path === undefined || stateHead === null)
    throw new TypeError(`${task_id} halted with a plan, and is decided about without its files`);
  const question = work.questions + 1;
  const { finished, modules, back } = kept.value;
  const micro_plan_id = `${ARTIFACT_PREFIXES.MICRO_PLAN}-${derivedHex(stateHead, task_id, question, "plan").slice(0, 8)}`;
  const plan: MicroPlan = { ...before, micro_plan_id, modules };
  const refs = modules.map(plannedRef);
  const narrowed = withAmendedCriteria(file, {
    acceptance_criteria: finished.map(criterionOf),
    rationale: `The task is what was finished of it: ${refs.join(", ")}. The rest became ${identities.map((part) => part.task_id).join(", ")}.`,
    amended_at: at,
  });
  if (!narrowed.ok) return narrowed;
  return accept({
    event: { kind: "work-narrowed", question, ...lockPlan(plan), modules: refs, back: [...back] },
    files: [
      { path: planPath(task_id), text: writeYaml(plan, MicroPlan) },
      { path, text: renderTaskFile(narrowed.value) },
    ],
  });
}

/** The purpose of a finished module is now a criterion of the task. */
function criterionOf({ name, purpose }: BuiltModule): string {
  return oneLine(`${name}: ${purpose}`);
}
