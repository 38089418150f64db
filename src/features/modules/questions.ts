import type { ModuleId } from "../../domain/ids.js";
import { type ModuleEnd, planProspects } from "../../domain/plan/abandonment.js";
import { askAhead } from "./ask-ahead.js";
import type { ModuleStep, ModuleWork } from "./module-work.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

type Asking = Extract<ModuleStep, { step: "asking" }>;

/** Whether an answer to this question is still awaited. */
export function isAwaited({ stage, modules }: TaskWork, question: number): boolean {
  if (stage.stage === "planning" || stage.stage === "reviewing-plan") return stage.question === question;
  if (stage.stage !== "building") return false;
  return modules.some((module) => isOpenQuestion(module, question));
}

/** Whether a module waits for the answer to this question, now or ahead of its turn. */
export function isOpenQuestion({ step, ahead }: ModuleWork, question: number): boolean {
  if (step.step === "asking") return step.question === question;
  return ahead?.question === question && ahead.outcome.kind === "open";
}

/** The questions whose answers are to be committed on the branch. */
export function commitsDue({ modules, put_back }: Pick<TaskWork, "modules" | "put_back">): number[] {
  return [
    ...modules.flatMap(({ step }) => (step.step === "committing" || step.step === "shipping" ? [step.question] : [])),
    ...(put_back === undefined ? [] : [put_back.question]),
  ];
}

/** The same work with a new open question for one of its modules. */
export function ask(
  work: TaskWork,
  module: ModuleWork,
  {
    activity,
    from = "head",
    after,
  }: { readonly activity: Asking["activity"]; readonly from?: Asking["from"]; readonly after?: Asking["after"] },
): TaskWork {
  const key = `${moduleIdOf(module)}/${activity}`;
  const question = work.questions + 1;
  const attempt = (work.asked[key] ?? 0) + 1;
  return replaceModule(
    { ...work, questions: question, asked: { ...work.asked, [key]: attempt } },
    {
      ...module,
      step: { step: "asking", activity, question, attempt, from, ...(after === undefined ? {} : { after }) },
    },
  );
}

export function replaceModule(work: TaskWork, module: ModuleWork): TaskWork {
  const modules = work.modules.map((candidate) => (candidate.module_ref === module.module_ref ? module : candidate));
  return { ...work, modules };
}

/** The progress of the plan: what has shipped, failed, was abandoned, or can be attempted. */
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

/**
 * Starts one module at a time: they share a branch, and a red test of one would fail the other's gates. The next one
 * starts when none is in progress and its dependencies have shipped. Meanwhile others may be specified ahead.
 */
export function startNextModule(work: TaskWork): TaskWork {
  const inWork = work.modules.some(({ step }) => !["waiting", "shipped", "failed"].includes(step.step));
  if (inWork) return work;
  const [next] = prospectsOf(work).eligible;
  const module = work.modules.find((candidate) => moduleIdOf(candidate) === next);
  if (module === undefined) return work;
  const started = start(work, { ...module, base: work.head, began_after: lastWritten(work) });
  const isOver = stepOf(started, module) === "failed";
  return isOver ? startNextModule(started) : askAhead(started, prospectsOf(started).eligible);
}

/**
 * The newest question whose answer is on the branch; 0 if there is none. It is not the number of questions asked, which
 * depends on who answers first.
 */
function lastWritten({ modules }: Pick<TaskWork, "modules">): number {
  return Math.max(0, ...modules.map(({ written_in = 0 }) => written_in));
}

function start(work: TaskWork, { ahead, ...module }: ModuleWork): TaskWork {
  if (ahead === undefined) return ask(work, module, { activity: "specify" });
  const { question, attempt, outcome } = ahead;
  switch (outcome.kind) {
    case "open":
      return replaceModule(work, {
        ...module,
        step: { step: "asking", activity: "specify", question, attempt, from: "head" },
      });
    case "specified":
      return replaceModule(work, {
        ...module,
        step: { step: "committing", activity: "specify", question, gates: ["red"] },
      });
    case "failed":
      return replaceModule(work, { ...module, step: { step: "failed", cause: outcome.cause } });
    default:
      return outcome satisfies never;
  }
}

function stepOf(work: TaskWork, { module_ref }: Pick<ModuleWork, "module_ref">): ModuleStep["step"] | undefined {
  return work.modules.find((candidate) => candidate.module_ref === module_ref)?.step.step;
}
