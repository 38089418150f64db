import type { Sha } from "../ids.js";

/** The result of re-running the failing tests on one merge. `untestable`: the run itself failed. */
export type MergeVerdict = "good" | "bad" | "untestable";

export type BisectStep =
  | { readonly kind: "run"; readonly sha: Sha }
  | { readonly kind: "found"; readonly sha: Sha }
  /** The culprit is one of these. All but the last could not be run. */
  | { readonly kind: "narrowed"; readonly candidates: readonly Sha[] };

/**
 * Which merge to re-run next to locate a late regression (decisions.md#cadence-of-the-suite). `merges` are those since
 * the last good full run, oldest first; the newest one failed. It takes about log2(n) runs, like `git bisect`.
 */
export function nextBisectStep(
  merges: readonly Sha[],
  verdicts: ReadonlyMap<Sha, MergeVerdict>,
): BisectStep | undefined {
  const newest = merges.at(-1);
  if (newest === undefined) return undefined;
  const firstKnownBad = merges.findIndex((sha) => verdicts.get(sha) === "bad");
  const firstBad = firstKnownBad === -1 ? merges.length - 1 : firstKnownBad;
  const lastGood = merges.slice(0, firstBad).findLastIndex((sha) => verdicts.get(sha) === "good");
  const between = merges.slice(lastGood + 1, firstBad);
  const untested = between.filter((sha) => !verdicts.has(sha));
  const middle = untested[Math.floor((untested.length - 1) / 2)];
  if (middle !== undefined) return { kind: "run", sha: middle };
  const culprit = merges[firstBad] ?? newest;
  return between.length === 0
    ? { kind: "found", sha: culprit }
    : { kind: "narrowed", candidates: [...between, culprit] };
}
