import type { Config } from "../../domain/config/config.js";
import type { RetryLimits } from "../../domain/debate/debate-progress.js";
import { MAX_GATE_ATTEMPTS, MAX_REVISIONS } from "../../domain/debate/limits.js";
import { reactionTo } from "../../domain/validation/taxonomy.js";

/** The configured limits that are lower than the retry budget of a module; undefined if none is. */
export function retryLimits({
  retries: { revisions, gate_attempts },
  failure_actions,
}: Pick<Config, "retries" | "failure_actions">): { readonly retry_limits?: RetryLimits } {
  const isFinal = reactionTo("validation-failure", failure_actions) !== "retry";
  if (!isFinal && revisions === MAX_REVISIONS && gate_attempts === MAX_GATE_ATTEMPTS) return {};
  return { retry_limits: { revisions, gate_attempts, ...(isFinal ? { red_is_final: true } : {}) } };
}
