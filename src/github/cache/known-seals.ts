import type { Digest, Instant, Sha } from "../../domain/ids.js";
import { boundedMap } from "./bounded-map.js";

/** What our two checks on a commit were made from; null where there is none. */
export type JudgedHead = { readonly sealed: string | null; readonly shipped: string | null };

/** Every open pull request, as it was when all were listed. */
type Listing<Pull> = {
  readonly pulls: readonly Pull[];
  /** What was sealed then. */
  readonly trees: Digest;
  /** The newest change in it. */
  readonly newest: Instant;
  readonly at: number;
};

const KEPT_HEADS = 5_000;
const LISTED_FOR_MS = 30 * 60_000;

/**
 * What one process knows of open pull requests and of our checks on their heads: it is asked rarely and apart from what every
 * observation asks (decisions.md#an-observation-costs-at-most-five-points).
 */
export function createKnownSeals<Pull extends { readonly number: number; readonly updatedAt: Instant }>(
  now: () => number,
) {
  const heads = boundedMap<JudgedHead>(KEPT_HEADS);
  const listing: { last?: Listing<Pull> } = {};
  return {
    judged: (head: Sha) => heads.get(head),
    noteJudged: (head: Sha, judged: JudgedHead) => heads.set(head, judged),
    forgetHead: (head: Sha) => heads.delete(head),
    noteAll(pulls: readonly Pull[], trees: Digest) {
      listing.last = { pulls, trees, newest: newestOf(pulls), at: now() };
    },
    /** All open pull requests, if those that changed last reach back to what is known; undefined if all must be listed. */
    all(changed: readonly Pull[], trees: Digest): readonly Pull[] | undefined {
      const { last } = listing;
      if (last === undefined || last.trees !== trees || now() - last.at > LISTED_FOR_MS) return undefined;
      const oldest = changed.at(-1)?.updatedAt;
      if (oldest === undefined || oldest >= last.newest) return undefined;
      const numbers = new Set(changed.map(({ number }) => number));
      return [...changed, ...last.pulls.filter(({ number }) => !numbers.has(number))];
    },
  };
}
export type KnownSeals<Pull extends { readonly number: number; readonly updatedAt: Instant }> = ReturnType<
  typeof createKnownSeals<Pull>
>;

function newestOf(pulls: readonly { readonly updatedAt: Instant }[]): Instant {
  return pulls.map(({ updatedAt }) => updatedAt).reduce((a, b) => (a > b ? a : b), "");
}
