import type { Deficiency, ValidationReport } from "../../domain/deficiency.js";

/**
 * What a new draft was told and still has: the same deficiency twice means that asking again will not help. A path
 * may move when siblings come and go, so the message, which names the element, decides.
 */
export function repeatedDeficiencies(previous: ValidationReport, current: ValidationReport): ValidationReport {
  return {
    errors: inBoth(previous.errors, current.errors),
    warnings: inBoth(previous.warnings, current.warnings),
  };
}

function inBoth(previous: readonly Deficiency[], current: readonly Deficiency[]): Deficiency[] {
  const known = new Set(previous.map(identityOf));
  return current.filter((deficiency) => known.has(identityOf(deficiency)));
}

function identityOf({ field, message }: Deficiency): string {
  return JSON.stringify([field, message]);
}
