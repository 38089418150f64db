import type { Role } from "../../domain/artifacts/producer.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { firstOf } from "../../features/halts/escalation/left-out.js";
import type { RoleOutcome } from "../../model/model-port.js";

type NoAnswer = Exclude<RoleOutcome<unknown>, { kind: "answered" }>;

/** The halt cause for a role without a usable answer. */
export function failureCause(role: Role, model: string, outcome: NoAnswer): HaltCause {
  if (outcome.kind === "invalid") {
    const problems = outcome.problems.map((problem) => problem.slice(0, 2_000));
    // An unusable answer is not stored, and neither are its further errors.
    const { listed: errors, ...rest } = firstOf(problems, null);
    return { kind: "answer-invalid", role, errors, ...rest };
  }
  return {
    kind: "call-failed",
    role,
    model,
    outcome: outcome.kind,
    attempts: Math.max(1, outcome.usage.length),
    last_error: outcome.why,
  };
}
