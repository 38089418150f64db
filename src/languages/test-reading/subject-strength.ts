import type { Origin } from "./origin.js";
import type { Strength } from "./strength.js";

type Compared = {
  readonly line: number;
  /** Whether anything in the test before the assertion comes from the subject. */
  readonly isSubjectAround: () => boolean;
};

/** What an assertion is worth by where the compared values come from: it must be a call of the module. */
export function subjectStrength(strength: Strength, origin: Origin, { line, isSubjectAround }: Compared): Strength {
  if (strength.verdict === "void" || origin.subject) return strength;
  if (origin.world) {
    if (isSubjectAround()) return strength;
    const why = "what it compares comes from outside the test, and no call of the module could be found before it";
    return strength.verdict === "counts" ? { verdict: "unclear", line, why } : strength;
  }
  if (origin.package) {
    const why = "what it compares comes from a package, and nobody can tell what the module has to do with it";
    return strength.verdict === "counts" ? { verdict: "unclear", line, why } : strength;
  }
  const why = "what it compares does not come from a call of the module";
  const instead = "Call the module in the test, and compare what it gives.";
  return { verdict: "void", missing: "subject", line, why, instead };
}
