import { taskFolder } from "../gates/state-paths.js";
import type { ModuleId, TaskId } from "../ids.js";

/** What a question's answer became: the files to commit, and what else it said. */
export function answerPath(task: TaskId, question: number): string {
  return `${taskFolder(task)}/answers/${question}.yml`;
}

export function gateReportPath(task: TaskId, nonce: string): string {
  return `${taskFolder(task)}/gates/${nonce}.yml`;
}

export function examplesStatePath(task: TaskId, module: ModuleId): string {
  return `${taskFolder(task)}/modules/${module}/examples.md`;
}

/** One stored artifact of a task's debate: a proposal, a challenge, an adjudication, a contribution. */
export function debatePath(
  task: TaskId,
  kind: "proposals" | "challenges" | "adjudications" | "contributions",
  id: string,
) {
  return `${taskFolder(task)}/${kind}/${id}.yml`;
}

export function contextPackPath(id: string): string {
  return `.factory/context-packs/${id}.yml`;
}

export function escalationPath(id: string): string {
  return `.factory/escalations/${id}.yml`;
}

/** What a person decided about a halt, with its cause: kept beside the escalation, which never changes. */
export function resolutionPath(id: string): string {
  return `.factory/escalations/${id}.resolution.yml`;
}

/** The work of a task that has ended, as it was at its end. */
export function progressPath(task: TaskId): string {
  return `${taskFolder(task)}/progress.yml`;
}
