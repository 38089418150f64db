import type { RoleContext } from "../../context/sections/give-role.js";
import type { RoleInput } from "../../domain/artifacts/visibility.js";
import { availableForReview, contextWindowOf } from "../../domain/budget/sizing.js";
import { estimateTokens } from "../../domain/budget/tokens.js";
import type { Config } from "../../domain/config/config.js";
import type { BuiltModule } from "../../domain/plan/micro-plan.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";

/** Sections beside the work have their own reserve and are cut to it (`review-reserve.ts`). */
const HAS_ITS_OWN_RESERVE: ReadonlySet<RoleInput> = new Set([
  "sops",
  "prior-decisions",
  "file-summaries",
  "conventions",
]);

/**
 * Why a module is too large for its reviewer, given the space for its notes and its answer
 * (requirements.md#reviewer-context). Work is never shown in part: a task that is too large must be split.
 */
export function tooLargeToReview(
  role: "challenger" | "arbiter",
  { given }: Pick<RoleContext, "given">,
  { module_id, files }: Pick<BuiltModule, "module_id" | "files">,
  { models, prices, sizing, decompose_above_files }: Config,
): Extract<HaltCause, { kind: "task-too-large" }> | undefined {
  const { context_window } = contextWindowOf(models[role].name, prices, sizing);
  const allowed_tokens = availableForReview(context_window, sizing);
  const estimated_tokens = given
    .filter(({ input }) => !HAS_ITS_OWN_RESERVE.has(input))
    .reduce((total, { title, text }) => total + estimateTokens(title, sizing) + estimateTokens(text, sizing), 0);
  if (estimated_tokens <= allowed_tokens) return undefined;
  const reason = `the ${role} would have to read about ${estimated_tokens} tokens of ${module_id}; at most ${allowed_tokens} leave room to judge it: split the task`;
  return {
    kind: "task-too-large",
    estimated_tokens,
    allowed_tokens,
    files: files.length,
    allowed_files: decompose_above_files,
    reasons: [reason],
  };
}
