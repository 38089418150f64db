import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { TaskEvent } from "../modules/task-event.js";
import type { TaskWork } from "../modules/task-work.js";

type Of<K extends TaskEvent["kind"]> = Extract<TaskEvent, { kind: K }>;

/**
 * The plan is reduced to what is finished, and the commit that removes the rest is due. The modules were judged
 * together with the rest, so the whole suite runs without it, whatever the cadence.
 */
export function narrowWork(work: TaskWork, event: Of<"work-narrowed">): Outcome<TaskWork> {
  const { question, micro_plan_id, digest, modules, back } = event;
  if (work.stage.stage !== "building" || question !== work.questions + 1)
    return refuse("nothing-to-narrow", `the work is ${work.stage.stage}, and its next question ${work.questions + 1}`);
  const { plan_warnings: _ofThePlanBefore, ...rest } = work;
  return accept({
    ...rest,
    questions: question,
    plan: { micro_plan_id, digest },
    modules: work.modules.filter(({ module_ref }) => modules.includes(module_ref)),
    full_suite: true,
    put_back: { question, files: back },
  });
}

/** After that commit all remaining modules have shipped on the branch, so the whole is judged next. */
export function takePutBack(work: TaskWork, { head }: Of<"work-committed">): Outcome<TaskWork> {
  const { put_back: _done, ...rest } = work;
  return accept({ ...rest, head });
}
