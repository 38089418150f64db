import { digestOf } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import type { Effect } from "../../engine/effects/effect.js";
import type { FactoryState } from "../../engine/factory-state.js";
import type { ObservedProposal } from "../../engine/observation.js";
import { handMergeKey } from "../manual-changes/detect-manual-merges.js";
import { knownVersions } from "../shipping/known-versions.js";
import { waysOn } from "./offered-ways-on.js";
import { keeperOf, stillBuilding } from "./record-keeper.js";
import type { SealSituation } from "./seal-situation.js";

/**
 * The pending seal checks on every open pull request and on the groups of a merge queue, if they are missing or stale
 * (decisions.md#checks-belong-to-the-app).
 */
export function sealEffects(situation: SealSituation): Effect[] {
  const { sealing, defaultHead } = situation.observed;
  if (sealing === null || defaultHead === null) return [];
  const judgements = placesOf(situation).flatMap((place) => judgement(situation, place, defaultHead));
  return [...watching(situation, defaultHead), ...judgements];
}

/** One commit with its check run, and the pull requests that it covers. */
type JudgedPlace = {
  readonly head: Sha;
  readonly judged: string | null;
  readonly proposals: readonly ObservedProposal[];
};

/** Pull requests with the same head share its check runs, so they are judged together. */
function placesOf({ state, observed }: SealSituation): JudgedPlace[] {
  const { proposals = [], mergeGroups = [] } = observed.sealing ?? {};
  const settled = proposals.filter(({ number }) => !stillBuilding(state, number));
  const heads = [...new Set(settled.map(({ head }) => head))];
  return [
    ...heads.map((head) => {
      const together = settled.filter((proposal) => proposal.head === head);
      return { head, judged: together[0]?.judged ?? null, proposals: together };
    }),
    // GitHub gives each queued pull request its own branch, named after it.
    ...mergeGroups.map(({ number, head, judged }) => ({
      head,
      judged,
      proposals: proposals.filter((proposal) => proposal.number === number),
    })),
  ].filter((place) => place.proposals.length > 0);
}

function judgement(situation: SealSituation, { head, judged, proposals }: JudgedPlace, sealed_at: Sha): Effect[] {
  const may_write = keeperOf(
    situation,
    proposals.map(({ number }) => number),
  );
  const fork = proposals.every((proposal) => proposal.fork);
  const pulls = proposals.map(({ number, head, base }) => ({ number, head, base }));
  const made = { head, pulls, may_write, fork, trees: situation.observed.sealing?.trees ?? [] };
  const key = `sealed:${digestOf(made).slice(0, 32)}`;
  if (judged === key) return [];
  return [
    {
      kind: "judge-seals",
      key,
      head,
      sealed_at,
      pulls: pulls.map(({ number, head }) => ({ number, head })),
      may_write,
      fork,
      ways: waysOn(situation),
    },
  ];
}

function watching(situation: SealSituation, head: Sha): Effect[] {
  const { state, observed } = situation;
  const key = `shipped:${head}`;
  if ((state !== null && isOwnMerge(state, head)) || observed.sealing?.watched === key) return [];
  const issue = state?.request.issue ?? null;
  return [{ kind: "watch-seals", key, head, issue, known: knownVersions(state), ways: waysOn(situation) }];
}

/** The merge of a task was judged before the App made it; other changes of the branch were not. */
function isOwnMerge({ project, noted }: FactoryState, head: Sha): boolean {
  return Object.values(project?.tasks ?? {}).some(
    ({ merge_sha, pull_request }) =>
      merge_sha === head && pull_request !== null && !noted.includes(handMergeKey(pull_request)),
  );
}
