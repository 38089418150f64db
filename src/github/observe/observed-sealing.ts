import { z } from "zod";
import type { ObservedMergeGroup, ObservedProposal, ObservedSealing } from "../../engine/observation.js";
import { markerIn } from "../../render/marker.js";
import { ownSlug } from "../client/github.js";
import { byAge } from "./database-id.js";
import type { Look } from "./observe.js";
import type { ObserveAnswer } from "./observe-query.js";
import { type Judged, OPEN_PULLS_QUERY, OpenPulls, SEALING_QUERY, SealingAnswer } from "./sealing-query.js";

/**
 * Every open pull request and merge group, with the inputs of our seal check; only if modules have shipped. `included`
 * means that the answer has them already, which saves a request.
 */
export async function observedSealing(
  look: Look,
  answer: ObserveAnswer["repository"],
  included: boolean,
): Promise<ObservedSealing | null> {
  const head = answer.defaultBranchRef?.target;
  if (head === undefined) return null;
  // Deleting the whole index does not disable the check.
  if (head.codeIndex === null && !look.query.shipped) return null;
  const { gitHub, repository, ownLogin, remembered } = look;
  const { owner, name } = repository;
  remembered.noteShipped(owner, name);
  const slug = ownSlug(ownLogin);
  const found = SealingAnswer.parse(
    included ? answer : Repository.parse(await gitHub.graphql(SEALING_QUERY, { owner, name })).repository,
  );
  return {
    trees: [head.codeIndex?.oid ?? null, head.versions?.oid ?? null],
    watched: found.sealedAt === null ? null : madeFrom(found.sealedAt.target, slug),
    proposals: (await allPages(look, found.openPulls)).map((node) => proposalOf(node, slug)),
    mergeGroups: found.mergeGroups.nodes.flatMap(({ name, target }): ObservedMergeGroup[] => {
      const number = QUEUED.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), head: target.oid, judged: madeFrom(target, slug) }];
    }),
  };
}

const Repository = z.object({ repository: z.unknown() });

/** `gh-readonly-queue/main/pr-7-<sha>`: the number of the pull request. */
const QUEUED = /(?:^|\/)pr-(\d+)-[0-9a-f]+$/;

async function allPages({ gitHub, repository }: Look, first: OpenPulls): Promise<OpenPulls["nodes"]> {
  const nodes = [...first.nodes];
  let { hasNextPage, endCursor: after } = first.pageInfo;
  while (hasNextPage) {
    const { owner, name } = repository;
    const answer = Repository.parse(await gitHub.graphql(OPEN_PULLS_QUERY, { owner, name, after }));
    const { openPulls } = z.object({ openPulls: OpenPulls }).parse(answer.repository);
    nodes.push(...openPulls.nodes);
    ({ hasNextPage, endCursor: after } = openPulls.pageInfo);
  }
  return nodes;
}

function proposalOf(node: OpenPulls["nodes"][number], slug: string): ObservedProposal {
  const commit = node.commits.nodes.at(-1)?.commit;
  return {
    number: node.number,
    head: node.headRefOid,
    base: node.baseRefName,
    fork: node.isCrossRepository,
    judged: commit === undefined ? null : madeFrom(commit, slug),
  };
}

/** The inputs of our newest run; any App may make a run of any name. */
function madeFrom({ checkSuites }: Judged, slug: string): string | null {
  const newest = (checkSuites?.nodes ?? [])
    .filter(({ app }) => app?.slug === slug)
    .flatMap(({ checkRuns }) => checkRuns?.nodes ?? [])
    .toSorted(byAge)
    .at(-1);
  return newest === undefined ? null : markerIn(newest.text ?? "");
}
