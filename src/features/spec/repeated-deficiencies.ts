import type { Deficiency, ValidationReport } from "../../domain/deficiency.js";

/**
 * Deficiencies that a new draft still has although the role was told of them: asking again will not help. They are
 * compared by message, which names the element, because a path may change with its siblings.
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
