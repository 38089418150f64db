import { z } from "zod";
import type { KnownPulls } from "../cache/known-pulls.js";
import { DETAILED_PULLS, PullDetails, type PullNode, PullState } from "./pull-query.js";

/** The newest pull request of one of our branches. */
export type BranchPull = { readonly branch: string; readonly node: PullNode };

/** A pull request whose number is known, so that the first request can ask for it. */
export type AskedPull = { readonly branch: string; readonly number: number; readonly isDetailed: boolean };

/**
 * What the first request asks for. Of few pull requests all details are asked for; of many only those that are not known or
 * that were seen the longest ago, so that the cost does not grow with them.
 */
export function askedPulls(branches: readonly string[], known: KnownPulls<PullDetails>): AskedPull[] {
  const detailed = new Set(known.leastRecent(branches).slice(0, DETAILED_PULLS));
  return branches.flatMap((branch) => {
    const number = known.number(branch);
    return number === undefined ? [] : [{ branch, number, isDetailed: detailed.has(branch) }];
  });
}

type Answer = Readonly<Record<string, unknown>>;

/** The newest pull request of each branch. `more` asks for the details of those that the first answer lacks. */
export async function newestPulls(
  first: Answer,
  branches: readonly string[],
  { known, more }: { readonly known: KnownPulls<PullDetails>; readonly more: (numbers: number[]) => Promise<Answer> },
): Promise<BranchPull[]> {
  known.keepOnly(branches);
  const newest = branches.flatMap((branch, index) => {
    const number = newestNumber(first[`b${index}`], known.number(branch));
    return number === undefined ? [] : [{ branch, number }];
  });
  const found = new Map(newest.map((pull) => [pull.number, nodeIn(first, pull, known)]));
  const missing = newest.map(({ number }) => number).filter((number) => found.get(number) === undefined);
  for (let start = 0; start < missing.length; start += DETAILED_PULLS) {
    const page = missing.slice(start, start + DETAILED_PULLS);
    const answer = await more(page);
    for (const pull of newest.filter(({ number }) => page.includes(number)))
      found.set(pull.number, nodeIn(answer, pull, known));
  }
  return newest.flatMap(({ branch, number }) => {
    const node = found.get(number);
    return node === undefined ? [] : [{ branch, node }];
  });
}

const Listed = z.object({ nodes: z.array(z.object({ number: z.number(), isCrossRepository: z.boolean() })) });

/** A fork can have a branch of any name, with commits with any key: only the repository's own branches are ours. */
function newestNumber(listed: unknown, known: number | undefined): number | undefined {
  const own = Listed.parse(listed).nodes.filter(({ isCrossRepository }) => !isCrossRepository);
  const numbers = [...own.map(({ number }) => number), ...(known === undefined ? [] : [known])];
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/** Undefined if its details must be asked for. */
function nodeIn(
  answer: Answer,
  { branch, number }: { readonly branch: string; readonly number: number },
  known: KnownPulls<PullDetails>,
): PullNode | undefined {
  const shown = answer[`p${number}`];
  if (shown === undefined || shown === null) return undefined;
  const state = PullState.parse(shown);
  const seen = {
    updatedAt: state.updatedAt,
    head: state.headRefOid,
    state: `${state.state} ${state.headRef?.id ?? ""}`,
  };
  const asked = PullDetails.safeParse(shown);
  if (asked.success) known.noteDetails(branch, number, { ...seen, details: asked.data });
  const details = asked.success ? asked.data : known.details(branch, seen);
  return details === undefined ? undefined : { ...state, ...details };
}
