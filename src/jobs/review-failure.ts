import type { Config } from "../domain/config/config.js";
import type { HaltCause } from "../domain/escalation/causes.js";
import type { ReviewOutcome } from "./ask-reviewer.js";
import type { Reviewed } from "./open-review.js";
import { failureCause } from "./role-failure.js";

/** Why a review cannot be used: it gave no answer, or it tried to write what it may only read. */
export function reviewFailure(
  role: "challenger" | "arbiter",
  outcome: Exclude<ReviewOutcome<unknown>, { kind: "answered" }>,
  { module, config }: { readonly module: Reviewed; readonly config: Config },
): HaltCause {
  if (outcome.kind !== "wrote") return failureCause(role, config.models[role].name, outcome);
  return { kind: "write-attempt", module: module.work.module_ref, role, attempted: [...outcome.attempted] };
}
