import { type ModelPrice, type PricesConfig, priceOf } from "../config/model-price.js";
import type { SizingConfig } from "../config/sizing-config.js";
import { estimateFileTokens, estimateTokens, type SizedFile } from "./tokens.js";

/** What a task would show to a model. */
export type TaskContent = {
  readonly files: readonly SizedFile[];
  readonly description: string;
  readonly acceptanceCriteria: readonly string[];
};

/** How much a model can read, and up to which size it works best. */
export type ContextWindow = Pick<ModelPrice, "context_window" | "sweet_spot">;

/** For a model without a price. This window is small enough for any current model. */
export function contextWindowOf(model: string, prices: PricesConfig, sizing: SizingConfig): ContextWindow {
  return priceOf(prices, model) ?? { context_window: sizing.assumed_context_window };
}

/** What is left of the window after every fixed reserve: 156,100 of 200,000 (requirements.md#context-budget). */
export function availableForTask(contextWindow: number, sizing: SizingConfig): number {
  const reserved =
    sizing.system_prompt_overhead + sizing.plan_context + sizing.sop_context_reserve + sizing.response_headroom;
  return Math.max(0, wholeTokens(contextWindow - reserved - contextWindow * sizing.safety_margin));
}

/**
 * The most that one task may fill: 40 % of what is available, or the model's sweet spot where it is known
 * (requirements.md#sweet-spot), if it fits.
 */
export function taskTokenLimit(model: ContextWindow, sizing: SizingConfig): number {
  const available = availableForTask(model.context_window, sizing);
  if (model.sweet_spot !== undefined) return Math.min(model.sweet_spot, available);
  return wholeTokens(available * sizing.task_share);
}

export function estimateTaskTokens(task: TaskContent, sizing: SizingConfig): number {
  const texts = [task.description, ...task.acceptanceCriteria].map((text) => estimateTokens(text, sizing));
  return estimateFileTokens(task.files, sizing) + texts.reduce((total, tokens) => total + tokens, 0);
}

/** What a reviewer may be shown of a module's work, besides its own reserves (requirements.md#reviewer-context). */
export function availableForReview(contextWindow: number, sizing: SizingConfig): number {
  const reserved =
    sizing.system_prompt_overhead +
    sizing.sop_context_reserve +
    sizing.reviewer_working_memory +
    sizing.reviewer_output;
  return Math.max(0, wholeTokens(contextWindow - reserved - contextWindow * sizing.safety_margin));
}

/** Whole tokens. The sum is rounded so that the binary fraction of 0.4 or 0.15 loses none. */
function wholeTokens(tokens: number): number {
  return Math.floor(tokens + 1e-6);
}
