import type { Config } from "../../domain/config/config.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { firstOf } from "../../features/halts/escalation/left-out.js";
import { failureCause } from "../asking/role-failure.js";
import type { ReviewOutcome } from "./ask-reviewer.js";
import type { Reviewed } from "./open-review.js";

/** Why a review cannot be used: it has no answer, or it tried to write. */
export function reviewFailure(
  role: "challenger" | "arbiter",
  outcome: Exclude<ReviewOutcome<unknown>, { kind: "answered" }>,
  { module, config }: { readonly module: Reviewed; readonly config: Config },
): HaltCause {
  if (outcome.kind !== "wrote") return failureCause(role, config.models[role].name, outcome);
  return { kind: "write-attempt", module: module.work.module_ref, role, attempted: eachOnce(outcome.attempted) };
}

/**
 * A reviewer may call a hundred tools in one message, and the halt is in the state: each name once, and only the first.
 */
function eachOnce(attempted: readonly string[]): string[] {
  const names = [...new Set(attempted)].map((name) => name.slice(0, LONGEST_NAME));
  const { listed, left_out } = firstOf(names, null);
  return left_out === undefined ? listed : [...listed, `${left_out.count} more`];
}

const LONGEST_NAME = 200;
