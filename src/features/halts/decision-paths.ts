import { planPath } from "../../domain/gates/state-paths.js";
import type { TaskId } from "../../domain/ids.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { GatesAwaited } from "../gate-runs/gates-awaited.js";
import { answerPath, escalationPath, reportPaths, resolutionPath } from "../modules/artifact-paths.js";
import type { TaskWork } from "../modules/task-work.js";
import type { TaskState } from "../tasks/board/project-state.js";

/** Gates that may have judged the head. Their findings stay visible. */
function endedGates({ head, modules, integrated }: TaskWork): GatesAwaited[] {
  const ended = [...modules.map(({ concluded }) => concluded), integrated ?? null];
  return ended.filter((gates): gates is GatesAwaited => gates !== null && gates.head_sha === head);
}

/**
 * The answer that wrote a module's files last, because a fix commits the files that it leaves unchanged; and the answer
 * that is committed as soon as the work continues.
 */
function answersOf(task: TaskId, { modules }: TaskWork): string[] {
  return modules.flatMap(({ step, written_in }) => {
    const due = step.step === "committing" || step.step === "shipping" ? [step.question] : [];
    return [...(written_in === undefined ? [] : [written_in]), ...due].map((question) => answerPath(task, question));
  });
}

/** The files that are needed to decide about a halted task, or about one that depends on an abandoned task. */
export function decisionPaths(state: FactoryState, id: TaskId, task: TaskState): string[] {
  const tasks = state.project?.tasks ?? {};
  if (task.status === "BLOCKED") {
    return task.depends_on.some((dependency) => tasks[dependency]?.status === "ABANDONED") ? [task.path] : [];
  }
  const work = state.work[id];
  const cause = work?.stage.stage === "halted" ? work.stage.cause.kind : undefined;
  const precedent = cause === undefined ? undefined : state.precedents[cause];
  return [
    task.path,
    ...(task.escalation_ref === null ? [] : [escalationPath(task.escalation_ref)]),
    ...(work === undefined || work.plan === null ? [] : [planPath(id)]),
    ...(precedent === undefined ? [] : [resolutionPath(precedent)]),
    ...(work === undefined ? [] : answersOf(id, work)),
    ...(work === undefined ? [] : endedGates(work).flatMap((gates) => reportPaths(id, gates))),
  ];
}
