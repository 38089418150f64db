import { type AssertionResult, TO_BE_JUDGED } from "../../domain/enforcement/assertion-result.js";
import { canonicalJson } from "../../domain/hash.js";
import type { GateFailure } from "../modules/module-work.js";

/** Whether the judge is still to be asked about an assertion. */
export function awaitsJudge({ tier, error }: AssertionResult): boolean {
  return tier === "judge" && error === TO_BE_JUDGED;
}

/** A gate report in which the judge's verdicts replace "to be judged". */
export function withVerdicts(
  assertions: readonly AssertionResult[],
  verdicts: readonly AssertionResult[],
): AssertionResult[] {
  const spoken = new Map(verdicts.map((verdict) => [identityOf(verdict), verdict]));
  return assertions.map((result) => (awaitsJudge(result) ? (spoken.get(identityOf(result)) ?? result) : result));
}

/** The judge's verdicts that block. */
export function semanticFailures(verdicts: readonly AssertionResult[]): GateFailure[] {
  return verdicts
    .filter(({ assertion, passed }) => assertion.type === "assert" && !passed)
    .map(({ assertion, expected, actual, error }) => ({
      validator: "assertion semantic",
      message: `${assertion.message}: expected ${expected ?? assertion.condition}, the judge says: ${actual ?? error ?? "nothing"}`,
      fix: assertion.message,
    }));
}

function identityOf({ assertion: { message, check } }: AssertionResult): string {
  return canonicalJson([message, check]);
}
