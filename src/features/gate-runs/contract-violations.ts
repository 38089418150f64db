import { pointsAtContract } from "../../domain/enforcement/amendment-proposal.js";
import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import type { Violation } from "../../domain/enforcement/retry-context.js";
import type { ValidatorResult } from "../../domain/gates/gate-report.js";
import { isBlocking } from "../../domain/validation/gate-status.js";
import type { GateReports } from "./conclude-gates.js";

/** The failures which suggest that the contract may be wrong (decisions.md#which-contract-is-wrong). */
export function contractViolations({ judge, execute }: GateReports): Violation[] {
  const asserted = [...judge.assertions, ...execute.assertions]
    .filter(({ assertion, passed }) => assertion.type === "assert" && !passed)
    .map(violationOfAssertion);
  const validated = [...judge.validators, ...execute.validators]
    // A check of the contract that did not run says nothing about the contract.
    .filter(({ status }) => isBlocking(status) && status !== "NOT_RUN")
    .map(ofValidator);
  return [...asserted, ...validated].filter(pointsAtContract);
}

export function violationOfAssertion({ assertion, expected, actual, error }: AssertionResult): Violation {
  return {
    source: "assertion",
    check: assertion.check.type,
    message: assertion.message,
    expected: expected ?? assertion.condition,
    actual: actual ?? error ?? "nothing",
  };
}

/** Only the message of a validator is used. */
function ofValidator({ code, message, fix }: ValidatorResult): Violation {
  return { source: "gate", check: code, message: message || `${code} failed`, expected: fix, actual: "" };
}
