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
export type Standing =
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

export const COUNTS: Standing = { verdict: "counts" };

/** The worst of several: an assertion must be right in each respect. */
export function lesserStanding(standings: readonly Standing[]): Standing {
  return firstOf(["void", "weak", "unclear", "counts"], standings);
}

/** The best of several: one assertion of a helper that counts is enough. */
export function bestStanding(standings: readonly Standing[]): Standing {
  return firstOf(["counts", "unclear", "weak", "void"], standings);
}

function firstOf(order: readonly Standing["verdict"][], standings: readonly Standing[]): Standing {
  for (const verdict of order) {
    const found = standings.find((standing) => standing.verdict === verdict);
    if (found !== undefined) return found;
  }
  return COUNTS;
}
