import { taskFolder } from "../../../domain/gates/state-paths.js";
import type { ModuleId, TaskId } from "../../../domain/ids.js";
import type { GatesAwaited } from "../../gate-runs/gates-awaited.js";

/** The result of an answer: the files to commit, and what else it said. */
export function answerPath(task: TaskId, question: number): string {
  return `${taskFolder(task)}/answers/${question}.yml`;
}

export function gateReportPath(task: TaskId, nonce: string): string {
  return `${taskFolder(task)}/gates/${nonce}.yml`;
}

/** Both reports of one judgement. */
export function reportPaths(task: TaskId, { nonces }: Pick<GatesAwaited, "nonces">): string[] {
  return [gateReportPath(task, nonces.judge), gateReportPath(task, nonces.execute)];
}

export function examplesStatePath(task: TaskId, module: ModuleId): string {
  return `${taskFolder(task)}/modules/${module}/examples.md`;
}

/** What a shipped module leaves to later ones. */
export function contextPath(task: TaskId, module: ModuleId): string {
  return `${taskFolder(task)}/modules/${module}/context.yml`;
}

/** A plan as the planner handed it in, before it was numbered. Its reviewer and its next revision read it. */
export function planDraftPath(task: TaskId, id: string): string {
  return `${taskFolder(task)}/plans/${id}.yml`;
}

/** The review of that plan. */
export function planReviewPath(task: TaskId, id: string): string {
  return `${taskFolder(task)}/plans/${id}.review.yml`;
}

/** One stored artifact of a task's debate: a proposal, what it proposes, a challenge, an adjudication, a contribution. */
export function debatePath(
  task: TaskId,
  kind: "proposals" | "implementations" | "challenges" | "adjudications" | "contributions",
  id: string,
) {
  return `${taskFolder(task)}/${kind}/${id}.yml`;
}

/** The envelope of a proposal: who made it, what it succeeds, and its status in the debate. */
export function envelopePath(task: TaskId, id: string): string {
  return `${taskFolder(task)}/artifacts/${id}.yml`;
}

/** The product role's line of the audit trail. It belongs to no task, so it is beside the draft. */
export function productContributionPath(id: string): string {
  return `.factory/product/contributions/${id}.yml`;
}

/** A proposed amendment of a module's own contract, and the person's decision. */
export function amendmentPath(task: TaskId, id: string): string {
  return `${taskFolder(task)}/amendments/${id}.yml`;
}

export function amendmentDecisionPath(task: TaskId, id: string): string {
  return `${taskFolder(task)}/amendments/${id}.decision.yml`;
}

/** The amendment proposer's answer that the contract is right. */
export function amendmentDeclinedPath(task: TaskId, id: string): string {
  return `${taskFolder(task)}/amendments/${id}.declined.yml`;
}

/** The judge's verdict about one semantic assertion. */
export function judgementPath(task: TaskId, module: ModuleId, question: number): string {
  return `${taskFolder(task)}/modules/${module}/judgements/${question}.yml`;
}

const CONTEXT_PACKS = ".factory/context-packs/";

export function contextPackPath(id: string): string {
  return `${CONTEXT_PACKS}${id}.yml`;
}

export function isContextPack(path: string): boolean {
  return path.startsWith(CONTEXT_PACKS);
}

export function escalationPath(id: string): string {
  return `.factory/escalations/${id}.yml`;
}

/** A person's decision about a halt with its cause, beside the escalation, which never changes. */
export function resolutionPath(id: string): string {
  return `.factory/escalations/${id}.resolution.yml`;
}

/** The work of a task at its end. */
export function progressPath(task: TaskId): string {
  return `${taskFolder(task)}/progress.yml`;
}
