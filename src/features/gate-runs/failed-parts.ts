import { cutText } from "../../render/cut.js";
import type { Part } from "../../render/fit.js";
import { quotingLine, quotingWithin } from "../../render/plain-text.js";
import type { FailedInvariant } from "../halts/escalation/define-cause.js";
import type { Escalation, ModuleCause } from "../halts/escalation/escalation.js";
import { minimalDecision } from "../halts/escalation/minimal-decision.js";
import { namedFailure, otherFailures } from "../halts/escalation/other-failures.js";

const LINE = 1_000;

/** What failed: in one block, or in one block per module if several failed. */
export function failedParts(escalation: Escalation): Part[] {
  const others = otherFailures(escalation);
  if (others.length === 0) return [block("", escalation.failed_invariants)];
  const named = namedFailure(escalation);
  return [
    block(named === undefined ? "" : ` in ${named.module}`, minimalDecision(escalation.cause).failed),
    ...alsoFailedParts(others),
  ];
}

/** What failed in addition to the subject of the card. */
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
