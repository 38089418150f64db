/** What an assertion must do to count: run, be able to fail, and rest on the subject (decisions.md#assertions-that-count). */
type Missing = "run" | "fail" | "subject";

/** Why an assertion does not count, at which line that shows, and what to write in its place. */
export type Flaw = {
  readonly missing: Missing;
  readonly line: number;
  readonly why: string;
  readonly instead: string;
};

/** What weak evidence shows: that something is there, that nothing is thrown, that a call repeats itself. */
export type WeakProof = "exists" | "no-throw" | "same";

/**
 * What an assertion is worth as evidence. `weak` would be satisfied by nearly anything. `unclear` is what
 * could not be followed: it counts, and is told as a warning.
 */
export type Strength =
  | { readonly verdict: "counts" }
  | {
      readonly verdict: "weak";
      readonly proof: WeakProof;
      readonly line: number;
      readonly why: string;
      readonly instead: string;
    }
  | ({ readonly verdict: "void" } & Flaw)
  | { readonly verdict: "unclear"; readonly line: number; readonly why: string };

export const COUNTS: Strength = { verdict: "counts" };

/** The worst of several: an assertion must be right in each respect. */
export function lesserStrength(strengths: readonly Strength[]): Strength {
  return firstOf(["void", "weak", "unclear", "counts"], strengths);
}

/** The best of several: one assertion of a helper that counts is enough. */
export function bestStrength(strengths: readonly Strength[]): Strength {
  return firstOf(["counts", "unclear", "weak", "void"], strengths);
}

function firstOf(order: readonly Strength["verdict"][], strengths: readonly Strength[]): Strength {
  for (const verdict of order) {
    const found = strengths.find((strength) => strength.verdict === verdict);
    if (found !== undefined) return found;
  }
  return COUNTS;
}
