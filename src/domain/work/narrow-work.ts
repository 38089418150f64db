import { accept, type Outcome, refuse } from "../refusal.js";
import type { TaskMove } from "./task-move.js";
import type { TaskWork } from "./task-work.js";

type Of<K extends TaskMove["kind"]> = Extract<TaskMove, { kind: K }>;

/** The plan is what is finished; the commit that takes the rest off the branch is due. */
export function narrowWork(work: TaskWork, move: Of<"work-narrowed">): Outcome<TaskWork> {
  const { question, micro_plan_id, digest, modules, back } = move;
  if (work.stage.stage !== "building" || question !== work.questions + 1)
    return refuse("nothing-to-narrow", `the work is ${work.stage.stage}, and its next question ${work.questions + 1}`);
  const { plan_warnings: _ofThePlanBefore, ...rest } = work;
  return accept({
    ...rest,
    questions: question,
    plan: { micro_plan_id, digest },
    modules: work.modules.filter(({ module_ref }) => modules.includes(module_ref)),
    stage: { stage: "narrowing", question, back },
  });
}

/** The commit stands: all modules that are left have shipped on the branch, so the whole is judged next. */
export function takeNarrowed(work: TaskWork, { question, head }: Of<"work-committed">): Outcome<TaskWork> {
  if (work.stage.stage !== "narrowing" || work.stage.question !== question)
    return refuse("nothing-to-commit", `no commit of question ${question} is awaited`);
  return accept({ ...work, head, stage: { stage: "building" } });
}
