import { planPath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { GatesAwaited } from "../gate-runs/gates-awaited.js";
import { answerPath, escalationPath, reportPaths, resolutionPath } from "../modules/artifacts/artifact-paths.js";
import type { TaskWork } from "../modules/task-work.js";
import type { TaskState } from "../tasks/board/project-state.js";

/** Gates that may have judged the head: their findings are kept in sight. */
function endedGates({ head, modules, integrated }: TaskWork): GatesAwaited[] {
  const ended = [...modules.map(({ concluded }) => concluded), integrated ?? null];
  return ended.filter((gates): gates is GatesAwaited => gates !== null && gates.head_sha === head);
}

/**
 * What a fix leaves of a module's files is committed with it, so the answer that wrote them last is at hand; and so is the one
 * whose commit is due as soon as the work goes on.
 */
function answersOf(task: TaskId, { modules }: TaskWork): string[] {
  return modules.flatMap(({ step, written_in }) => {
    const due = step.step === "committing" || step.step === "shipping" ? [step.question] : [];
    return [...(written_in === undefined ? [] : [written_in]), ...due].map((question) => answerPath(task, question));
  });
}

/** The escalation with the same cause that a person resolved last; undefined if there is none. */
export function precedentOf({ work, precedents }: FactoryState, task: TaskId): string | undefined {
  const stage = work[task]?.stage;
  return stage?.stage === "halted" ? precedents[stage.cause.kind] : undefined;
}

/** The files that a decision about a halted task is made with, or about one that rests on an abandoned task. */
function decisionPaths(state: FactoryState, id: TaskId, task: TaskState): string[] {
  const tasks = state.project?.tasks ?? {};
  if (task.status === "BLOCKED") {
    return task.depends_on.some((dependency) => tasks[dependency]?.status === "ABANDONED") ? [task.path] : [];
  }
  const work = state.work[id];
  const precedent = precedentOf(state, id);
  return [
    task.path,
    ...(task.escalation_ref === null ? [] : [escalationPath(task.escalation_ref)]),
    ...(work === undefined || work.plan === null ? [] : [planPath(id)]),
    ...(precedent === undefined ? [] : [resolutionPath(precedent)]),
    ...(work === undefined ? [] : answersOf(id, work)),
    ...(work === undefined ? [] : endedGates(work).flatMap((gates) => reportPaths(id, gates))),
  ];
}

/** The same for all tasks that wait for a person. */
export function allDecisionPaths(state: FactoryState): string[] {
  return Object.entries(state.project?.tasks ?? {})
    .filter(([, { status }]) => status === "HALTED" || status === "BLOCKED")
    .flatMap(([id, task]) => decisionPaths(state, id, task));
}
