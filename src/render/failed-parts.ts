import type { FailedInvariant } from "../domain/escalation/define-cause.js";
import type { Escalation, ModuleCause } from "../domain/escalation/escalation.js";
import { minimalDecision } from "../domain/escalation/minimal-decision.js";
import { namedFailure, otherFailures } from "../domain/escalation/other-failures.js";
import { cutText } from "./cut.js";
import type { Part } from "./fit.js";
import { quotingLine, quotingWithin } from "./plain-text.js";

const LINE = 1_000;

/** What failed: in one block, or where several modules did, in one for each. */
export function failedParts(escalation: Escalation): Part[] {
  const others = otherFailures(escalation);
  if (others.length === 0) return [block("", escalation.failed_invariants)];
  const named = namedFailure(escalation);
  return [
    block(named === undefined ? "" : ` in ${named.module}`, minimalDecision(escalation.cause).failed),
    ...alsoFailedParts(others),
  ];
}

/** What failed beside what a card is about. */
export function alsoFailedParts(others: readonly ModuleCause[]): Part[] {
  return others.map(({ module, cause }) => block(` in ${module}`, minimalDecision(cause).failed));
}

function block(where: string, failed: readonly FailedInvariant[]): Part {
  const items = failed.map(
    ({ invariant, evidence }) => `- **${quotingLine(invariant)}**\n  ${quotingWithin(evidence, LINE, cutText)}`,
  );
  return {
    text: [`What failed${where}:`, "", ...items].join("\n"),
    whenLeftOut: `_${failed.length} failed rules${where} are left out: they did not fit._`,
  };
}
