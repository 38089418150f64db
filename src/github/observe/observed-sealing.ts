import { z } from "zod";
import { digestOf } from "../../domain/hash.js";
import type { Sha } from "../../domain/ids.js";
import type { ObservedMergeGroup, ObservedProposal, ObservedSealing } from "../../engine/observation.js";
import { markerIn } from "../../render/marker.js";
import type { JudgedHead } from "../cache/known-seals.js";
import { ownSlug } from "../client/github.js";
import { byAge } from "./database-id.js";
import type { Observing } from "./observe.js";
import type { ObserveAnswer } from "./observe-query.js";
import type { PullNode } from "./pull-query.js";
import {
  JUDGED_HEADS,
  Judged,
  judgedQuery,
  OPEN_PULLS_QUERY,
  type OpenPull,
  OpenPulls,
  SEALING_QUERY,
  SealingAnswer,
} from "./sealing-query.js";

/**
 * The open pull requests and merge groups with the inputs of our seal check; only if modules have shipped. `included` means that
 * the answer has the listing already, which saves a request. A check is asked for only on a commit whose check this process does
 * not know, and on so many that it costs a point: the next observation has the others.
 */
export async function observedSealing(
  observing: Observing,
  answer: ObserveAnswer["repository"],
  { included, own }: { readonly included: boolean; readonly own: readonly PullNode[] },
): Promise<ObservedSealing | null> {
  const head = answer.defaultBranchRef?.target;
  if (head === undefined) return null;
  // Deleting the whole index does not disable the check.
  if (head.codeIndex === null && !observing.query.shipped) return null;
  const { gitHub, repository, remembered } = observing;
  const { owner, name } = repository;
  remembered.noteShipped(owner, name);
  noteOwn(observing, own);
  const found = SealingAnswer.parse(
    included ? answer : Repository.parse(await gitHub.graphql(SEALING_QUERY, { owner, name })).repository,
  );
  const trees = [head.codeIndex?.oid ?? null, head.versions?.oid ?? null];
  const pulls = await openPulls(observing, found.openPulls, trees);
  const groups = found.mergeGroups.nodes.flatMap(({ name, target: { oid } }) => {
    const number = QUEUED.exec(name)?.[1];
    return number === undefined ? [] : [{ number: Number(number), head: oid }];
  });
  const judged = await judgedHeads(observing, [
    head.oid,
    ...groups.map(({ head }) => head),
    ...pulls.map(({ headRefOid }) => headRefOid),
  ]);
  return {
    trees,
    watched: judged.get(head.oid)?.shipped ?? null,
    proposals: pulls
      .toSorted((a, b) => a.number - b.number)
      .flatMap((pull): ObservedProposal[] => {
        const own = judged.get(pull.headRefOid);
        return own === undefined ? [] : [{ ...proposalOf(pull), judged: own.sealed }];
      }),
    mergeGroups: groups.flatMap((group): ObservedMergeGroup[] => {
      const own = judged.get(group.head);
      return own === undefined ? [] : [{ ...group, judged: own.sealed }];
    }),
  };
}

const Repository = z.object({ repository: z.unknown() });

/** `gh-readonly-queue/main/pr-7-<sha>`: the number of the pull request. */
const QUEUED = /(?:^|\/)pr-(\d+)-[0-9a-f]+$/;

/** Of many pull requests all are listed only when what is sealed has changed, or when the newest do not reach back far enough. */
async function openPulls(
  { gitHub, repository, remembered }: Observing,
  first: OpenPulls,
  trees: ObservedSealing["trees"],
): Promise<readonly OpenPull[]> {
  if (!first.pageInfo.hasNextPage) return first.nodes;
  const seals = remembered.seals(repository.id);
  const known = seals.all(first.nodes, digestOf(trees));
  if (known !== undefined) return known;
  const nodes = [...first.nodes];
  const { owner, name } = repository;
  let { hasNextPage, endCursor: after }: OpenPulls["pageInfo"] = { ...first.pageInfo };
  while (hasNextPage) {
    const answer = Repository.parse(await gitHub.graphql(OPEN_PULLS_QUERY, { owner, name, after }));
    const { openPulls } = z.object({ openPulls: OpenPulls }).parse(answer.repository);
    nodes.push(...openPulls.nodes);
    ({ hasNextPage, endCursor: after } = openPulls.pageInfo);
  }
  seals.noteAll(nodes, digestOf(trees));
  return nodes;
}

/** The checks on the first commits of these: the default branch, merge groups, and what changed last. */
async function judgedHeads(observing: Observing, heads: readonly Sha[]): Promise<ReadonlyMap<Sha, JudgedHead>> {
  const { gitHub, repository, ownLogin, remembered, appId } = observing;
  const seals = remembered.seals(repository.id);
  const unknown = [...new Set(heads)].filter((head) => seals.judged(head) === undefined).slice(0, JUDGED_HEADS);
  if (unknown.length > 0) {
    const { owner, name } = repository;
    const answer = await gitHub.graphql(judgedQuery(unknown), { owner, name, appId });
    const shown = z.object({ repository: z.record(z.string(), Judged) }).parse(answer).repository;
    for (const [index, head] of unknown.entries())
      seals.noteJudged(head, judgedHead(shown[`h${index}`] ?? null, ownSlug(ownLogin)));
  }
  return new Map(
    heads.flatMap((head) => {
      const judged = seals.judged(head);
      return judged === undefined ? [] : [[head, judged] as const];
    }),
  );
}

function proposalOf({
  number,
  headRefOid,
  baseRefName,
  isCrossRepository,
}: OpenPull): Omit<ObservedProposal, "judged"> {
  return { number, head: headRefOid, base: baseRefName, fork: isCrossRepository };
}

/** The checks of our own pull requests came with their details. */
function noteOwn({ repository, ownLogin, remembered }: Observing, own: readonly PullNode[]): void {
  const seals = remembered.seals(repository.id);
  for (const { headRefOid, commits } of own) {
    const commit = commits.nodes.at(-1)?.commit;
    if (commit === undefined || seals.judged(headRefOid) !== undefined) continue;
    seals.noteJudged(headRefOid, { sealed: madeFrom(commit, ownSlug(ownLogin), "sealed"), shipped: null });
  }
}

function judgedHead(judged: Judged, slug: string): JudgedHead {
  return { sealed: madeFrom(judged, slug, "sealed"), shipped: madeFrom(judged, slug, "shipped") };
}

type Suite = NonNullable<NonNullable<Judged>["checkSuites"]>["nodes"][number];
type Shown = { readonly checkSuites: { readonly nodes: readonly (Pick<Suite, "app"> & Partial<Suite>)[] } | null };

/** The inputs of our newest run; any App may make a run of any name. */
function madeFrom(judged: Shown | null, slug: string, check: keyof JudgedHead): string | null {
  const newest = (judged?.checkSuites?.nodes ?? [])
    .filter(({ app }) => app?.slug === slug)
    .flatMap((suite) => suite[check]?.nodes ?? [])
    .toSorted(byAge)
    .at(-1);
  return newest === undefined ? null : markerIn(newest.text ?? "");
}
