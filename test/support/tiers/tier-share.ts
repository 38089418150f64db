/** Newcomers run `npm test` and wait for it. It is worth the time when it contains nearly all tests. */
const LEAST_SHARE = 0.85;

export type TierCounts = { readonly default: number; readonly e2e: number };

/** The share of all tests that `npm test` runs, as a text, and whether it is enough. */
export function tierShare(counts: TierCounts): { readonly isEnough: boolean; readonly text: string } {
  const all = counts.default + counts.e2e;
  const share = counts.default / all;
  // Rounded down: 84.96 % is not 85 %.
  const percent = `${Math.floor(share * 1_000) / 10} %`;
  const text = `npm test holds ${counts.default} of ${all} tests (${percent}; at least ${LEAST_SHARE * 100} % must be in it)`;
  return { isEnough: share >= LEAST_SHARE, text };
}
