import type { Config } from "../config/config.js";
import { type ContextWindow, estimateTaskTokens, type TaskContent, taskTokenLimit } from "./sizing.js";
import type { SopFit } from "./sop-fit.js";

/** Why a task is too large, with its numbers. */
type SizeReason = {
  readonly code: "too-many-files" | "many-files" | "over-token-budget" | "sops-do-not-fit";
  readonly message: string;
  readonly actual: number;
  readonly limit: number;
};

/**
 * A task that is too large is decomposed, never truncated; one that is far too large is refused (decisions.md#sizing).
 */
export type SizeDecision = {
  readonly decision: "fits" | "decompose" | "block";
  readonly tokens: number;
  /** Always present, exceeded or not: a card shows both sizes beside their limits. */
  readonly tokenLimit: number;
  readonly files: number;
  readonly reasons: readonly SizeReason[];
};

export type SizeQuestion = {
  readonly task: TaskContent;
  readonly sopFit: SopFit;
  /** The model that will read the task. */
  readonly window: ContextWindow;
  readonly config: Pick<Config, "max_files" | "decompose_above_files" | "sizing">;
};

export function decideSize(question: SizeQuestion): SizeDecision {
  const tokens = estimateTaskTokens(question.task, question.config.sizing);
  const tokenLimit = taskTokenLimit(question.window, question.config.sizing);
  const reasons = [...fileReasons(question), ...tokenReasons(tokens, tokenLimit), ...sopReasons(question.sopFit)];
  return { decision: verdict(reasons), tokens, tokenLimit, files: question.task.files.length, reasons };
}

function verdict(reasons: readonly SizeReason[]): SizeDecision["decision"] {
  if (reasons.some(({ code }) => code === "too-many-files")) return "block";
  return reasons.length === 0 ? "fits" : "decompose";
}

function fileReasons({ task, config }: SizeQuestion): SizeReason[] {
  const actual = task.files.length;
  if (actual > config.max_files) {
    const message = `${actual} files; at most ${config.max_files} are allowed: split the module`;
    return [{ code: "too-many-files", message, actual, limit: config.max_files }];
  }
  if (actual > config.decompose_above_files) {
    const message = `${actual} files; more than ${config.decompose_above_files} ask for a split`;
    return [{ code: "many-files", message, actual, limit: config.decompose_above_files }];
  }
  return [];
}

function tokenReasons(actual: number, limit: number): SizeReason[] {
  if (actual <= limit) return [];
  const message = `about ${actual} tokens of content; at most ${limit} leave room to work: split the task`;
  return [{ code: "over-token-budget", message, actual, limit }];
}

function sopReasons({ fits, tokens, reserve, sops }: SopFit): SizeReason[] {
  if (fits) return [];
  const names = sops.map(({ name, tokens: size }) => `${name} (${size})`).join(", ");
  const message = `the standards that apply take ${tokens} tokens; ${reserve} are reserved: split the task so that fewer apply: ${names}`;
  return [{ code: "sops-do-not-fit", message, actual: tokens, limit: reserve }];
}
