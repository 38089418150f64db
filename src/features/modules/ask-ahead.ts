import type { ModuleId } from "../../domain/ids.js";
import type { AskedAhead, ModuleWork } from "./module-work.js";
import { moduleIdOf, type TaskWork } from "./task-work.js";

/**
 * Opens the specifications of modules that could start now, behind the one that did, within the limit of parallel work.
 * Numbers are assigned in the order of the plan when a module starts, never when an answer arrives. So the same
 * questions get the same numbers, and the commits have the same order.
 */
export function askAhead(work: TaskWork, eligible: readonly ModuleId[]): TaskWork {
  const room = (work.side_by_side ?? 1) - 1;
  const waiting = eligible.flatMap((id) => work.modules.find((module) => isWaiting(module, id)) ?? []);
  return waiting
    .slice(0, room)
    .filter(({ ahead }) => ahead === undefined)
    .reduce(open, work);
}

function isWaiting(module: ModuleWork, id: ModuleId): boolean {
  return moduleIdOf(module) === id && module.step.step === "waiting";
}

function open(work: TaskWork, module: ModuleWork): TaskWork {
  const key = `${moduleIdOf(module)}/specify`;
  const question = work.questions + 1;
  const attempt = (work.asked[key] ?? 0) + 1;
  const ahead: AskedAhead = { question, attempt, outcome: { kind: "open" } };
  return {
    ...work,
    questions: question,
    asked: { ...work.asked, [key]: attempt },
    modules: work.modules.map((candidate) => (candidate === module ? { ...module, ahead } : candidate)),
  };
}

/** The work with an answer stored for its module's turn; undefined if the question was not asked ahead. */
export function answerAhead(
  work: TaskWork,
  { question }: { readonly question: number },
  outcome: AskedAhead["outcome"],
): TaskWork | undefined {
  if (work.stage.stage !== "building") return undefined;
  const module = work.modules.find(({ ahead }) => ahead?.question === question && ahead.outcome.kind === "open");
  if (module?.ahead === undefined) return undefined;
  const answered = { ...module, ahead: { ...module.ahead, outcome } };
  return { ...work, modules: work.modules.map((candidate) => (candidate === module ? answered : candidate)) };
}
