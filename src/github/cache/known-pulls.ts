import type { Instant } from "../../domain/ids.js";

/** The newest pull request of a branch, and its details as GitHub last showed them. */
export type KnownPull<Details> = {
  readonly number: number;
  readonly seen: Seen<Details> | null;
};

/** Details with what they were seen beside: they hold as long as that is the same. */
type Seen<Details> = {
  readonly details: Details;
  readonly updatedAt: Instant;
  readonly head: string;
  readonly state: string;
  readonly at: number;
};

type Shown = Pick<Seen<unknown>, "updatedAt" | "head" | "state">;

/** GitHub's instants are whole seconds, and its clock is not ours: a change soon after an observation could have the same one. */
const SETTLED_AFTER_MS = 60_000;

/**
 * What one process knows of the pull requests of one repository's branches. It is only an optimisation: a large repository does
 * not ask for the details of everything again.
 */
export function createKnownPulls<Details>(now: () => number) {
  const pulls = new Map<string, KnownPull<Details>>();
  return {
    number: (branch: string): number | undefined => pulls.get(branch)?.number,
    noteNumber(branch: string, number: number) {
      if (pulls.get(branch)?.number !== number) pulls.set(branch, { number, seen: null });
    },
    noteDetails(branch: string, number: number, shown: Shown & { readonly details: Details }) {
      pulls.set(branch, { number, seen: { ...shown, at: now() } });
    },
    /** The details, if nothing has changed since; what is about to change in the same second is not settled. */
    details(branch: string, { updatedAt, head, state }: Shown): Details | undefined {
      const seen = pulls.get(branch)?.seen ?? null;
      if (seen === null || seen.updatedAt !== updatedAt || seen.head !== head || seen.state !== state) return undefined;
      return seen.at - Date.parse(updatedAt) < SETTLED_AFTER_MS ? undefined : seen.details;
    },
    /** Branches whose pull request is known, those first whose details are not known or the oldest. */
    leastRecent(branches: readonly string[]): string[] {
      const at = (branch: string) => pulls.get(branch)?.seen?.at ?? Number.NEGATIVE_INFINITY;
      return branches.filter((branch) => pulls.has(branch)).toSorted((a, b) => at(a) - at(b));
    },
    /** A head whose check runs have changed: GitHub does not count that as a change of the pull request. */
    forgetHead(head: string) {
      for (const [branch, pull] of pulls) if (pull.seen?.head === head) pulls.set(branch, { ...pull, seen: null });
    },
    /** Only branches that are observed are kept. */
    keepOnly(branches: readonly string[]) {
      for (const branch of pulls.keys()) if (!branches.includes(branch)) pulls.delete(branch);
    },
  };
}
export type KnownPulls<Details> = ReturnType<typeof createKnownPulls<Details>>;
