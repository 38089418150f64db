import type { ModuleId } from "../ids.js";
import { type ModuleEnd, planProspects } from "../plan/abandonment.js";
import type { ModuleStep, ModuleWork } from "./module-work.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

type Asking = Extract<ModuleStep, { step: "asking" }>;

/** Whether an answer to this question is still waited for. */
export function isAwaited({ stage, modules }: TaskWork, question: number): boolean {
  if (stage.stage === "planning") return stage.question === question;
  if (stage.stage !== "building") return false;
  return modules.some(({ step }) => step.step === "asking" && step.question === question);
}

/** The same work with a new question open for one of its modules. */
export function ask(
  work: TaskWork,
  module: ModuleWork,
  { move, from = "head" }: { readonly move: Asking["move"]; readonly from?: Asking["from"] },
): TaskWork {
  const key = `${moduleIdOf(module)}/${move}`;
  const question = work.questions + 1;
  const attempt = (work.asked[key] ?? 0) + 1;
  return replaceModule(
    { ...work, questions: question, asked: { ...work.asked, [key]: attempt } },
    { ...module, step: { step: "asking", move, question, attempt, from } },
  );
}

export function replaceModule(work: TaskWork, module: ModuleWork): TaskWork {
  const modules = work.modules.map((candidate) => (candidate.module_ref === module.module_ref ? module : candidate));
  return { ...work, modules };
}

/** Where the plan stands: what has shipped, failed, was abandoned, may be attempted. */
export function prospectsOf({ modules }: Pick<TaskWork, "modules">) {
  const plan = {
    modules: modules.map((module) => ({
      module_id: moduleIdOf(module),
      depends_on: module.depends_on.map((id) => `${id}@0.0.0`),
      reuse_decision: module.reused ? ("REUSE" as const) : ("CREATE_NEW" as const),
    })),
  };
  const ends = new Map<ModuleId, ModuleEnd>();
  for (const module of modules) {
    if (module.step.step === "shipped") ends.set(moduleIdOf(module), "SHIPPED");
    if (module.step.step === "failed") ends.set(moduleIdOf(module), "FAILED");
  }
  return planProspects(plan, ends);
}

/** One module at a time: they share a branch. The next one starts when none is in work and its dependencies have shipped. */
export function startNextModule(work: TaskWork): TaskWork {
  const inWork = work.modules.some(({ step }) => !["waiting", "shipped", "failed"].includes(step.step));
  if (inWork) return work;
  const [next] = prospectsOf(work).eligible;
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === next);
  return module === undefined ? work : ask(work, { ...module, base: work.head }, { move: "specify" });
}
