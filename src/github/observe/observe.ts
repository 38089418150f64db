import { z } from "zod";
import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import type { Observed, ObservedFile } from "../../engine/observation.js";
import type { ObservationQuery, RepositoryRef } from "../../engine/ports.js";
import { GATES_WORKFLOW_PATH } from "../../features/spec/draft-paths.js";
import { markerIn } from "../../render/marker.js";
import type { Remembered } from "../cache/remembered.js";
import type { GitHub } from "../client/github.js";
import type { QueueAccess } from "../client/queue-access.js";
import { isInHistory } from "../commits/is-in-history.js";
import { repeatsInSquash } from "../commits/merge-settings.js";
import { askedPulls, type BranchPull, newestPulls } from "./newest-pulls.js";
import { ObserveAnswer, type ObservedBlob, observeQuery } from "./observe-query.js";
import { observedComments } from "./observed-comments.js";
import { observedGateRuns } from "./observed-gate-runs.js";
import { hasPeoplesReviews, observedPulls, type PullReading } from "./observed-pulls.js";
import { observedRemarks } from "./observed-remarks.js";
import { observedRequests } from "./observed-requests.js";
import { observedSealing } from "./observed-sealing.js";
import { withOwnPull } from "./own-pulls.js";
import { pullsQuery } from "./pull-query.js";
import { rolesOf } from "./roles-of.js";

/** A larger spec is not read: it would be too expensive to ask a model about. */
const MAX_SPEC_BYTES = 200_000;

/** One observation of one repository. */
export type Observing = {
  readonly gitHub: GitHub;
  readonly repository: RepositoryRef;
  readonly query: ObservationQuery;
  readonly ownLogin: string;
  /** The App's number, by which GitHub finds our check suites. */
  readonly appId: number;
  readonly remembered: Remembered;
  readonly queueAccess: QueueAccess;
};

/**
 * Observes GitHub by one GraphQL request and one for the role of each relevant person. More requests are made only if
 * needed: for awaited gate runs, remarks of people, and more comments than one answer has.
 */
export async function observe(observing: Observing): Promise<Observed> {
  const { gitHub, query, ownLogin, remembered } = observing;
  const { owner, name: repo } = observing.repository;
  const place = { gitHub, owner, repo };
  // Shipped modules stay: once observed, open pull requests are part of the same request.
  const expected = query.sealing && (query.shipped || remembered.hasShipped(owner, repo));
  const answer = await ask(observing, expected);
  const shown = await branchPulls(observing, answer);
  const roleOf = rolesOf(gitHub, observing.repository);
  const head = answer.defaultBranchRef?.target;
  const defaultBranch = answer.defaultBranchRef?.name ?? "main";
  remembered.noteDefaultBranch(owner, repo, defaultBranch);
  const { commentsSince, commentsRead: read, remarksSince, gateRuns } = query;
  const comments =
    commentsSince === null
      ? []
      : await observedComments(place, { since: commentsSince, answer }, { ownLogin, roleOf, read });
  const refusedMerge = (number: number, head: string) => remembered.refusedMerge({ owner, repo, number, head });
  const heldMerge = (number: number, head: string) => remembered.heldMerge({ owner, repo, number, head })?.why ?? null;
  const sawCheckRun: PullReading["sawCheckRun"] = (head, key, run) =>
    remembered.sawCheckRun({ owner, repo, head, key }, run);
  const pulls = await observedPulls(shown, {
    ownLogin,
    roleOf,
    refusedMerge,
    heldMerge,
    sawCheckRun,
    judgedOn: (branch) => query.judgedOn[branch],
    defaultBranch,
    repeatsInSquash: repeatsInSquash(answer),
    defaultHead: head?.oid ?? null,
    isInHistory: (pair) => isInHistory(place, pair, remembered),
  });
  const nodes = shown.map(({ node }) => node);
  for (const node of nodes)
    remembered.noteMerge({ owner, repo, number: node.number }, { ...answer, pullRequest: node });
  noteNodes(observing, answer, nodes);
  return {
    repository: {
      id: answer.databaseId ?? observing.repository.id,
      fullName: answer.nameWithOwner,
      defaultBranch,
      archived: answer.isArchived,
      fork: answer.isFork,
    },
    installedOn: null,
    defaultHead: head?.oid ?? null,
    stateHead: answer.stateRef?.target.oid ?? null,
    rootFiles: (head?.tree.entries ?? []).map((entry) => entry.name),
    spec: fileOf("SPEC.md", head?.spec ?? null),
    config: fileOf(CONFIG_PATH, head?.config ?? null),
    workflow: fileOf(GATES_WORKFLOW_PATH, head?.workflow ?? null),
    missingLabels: query.labels.filter((_, index) => answer[`l${index}`] === null),
    pulls,
    requests: await observedRequests(answer, query, roleOf),
    comments,
    gateRuns:
      gateRuns.length === 0
        ? []
        : await observedGateRuns(
            place,
            { ownLogin, branch: defaultBranch, requests: gateRuns, started: query.startedRuns },
            remembered,
          ),
    ...(remarksSince === null || !hasPeoplesReviews(nodes)
      ? { remarks: [], replies: [] }
      : await observedRemarks(place, remarksSince, { nodes, roleOf, ownLogin })),
    sealing: query.sealing ? await observedSealing(observing, answer, { included: expected, own: nodes }) : null,
    stickies: comments
      .filter(({ own }) => own)
      .flatMap(({ id, issue, body }) => {
        const key = markerIn(body);
        return key === null ? [] : [{ key, id, issue, body }];
      }),
  };
}

/** With these ids several effects can be written by one request. */
function noteNodes(
  { repository, query, remembered }: Observing,
  answer: ObserveAnswer["repository"],
  pulls: readonly Pick<BranchPull["node"], "id" | "number">[],
): void {
  const place = { owner: repository.owner, repo: repository.name };
  remembered.noteNode(place, answer.id);
  for (const { id, number } of pulls) remembered.noteNode({ ...place, pull: number }, id);
  for (const [index, label] of query.labels.entries()) {
    const found = Labelled.safeParse(answer[`l${index}`]);
    if (found.success) remembered.noteNode({ ...place, label }, found.data.id);
  }
}
const Labelled = z.object({ id: z.string() });

/** Those that the first answer lacks are asked for apart: new ones, and changed ones among many. */
async function branchPulls(
  { gitHub, repository, query, remembered, appId, queueAccess }: Observing,
  answer: ObserveAnswer["repository"],
) {
  const { id, owner, name } = repository;
  const known = remembered.pulls(id);
  const listed: Record<string, unknown> = { ...answer };
  for (const [index, branch] of query.branches.entries())
    if (known.number(branch) === undefined)
      listed[`b${index}`] = await withOwnPull({ gitHub, owner, repo: name }, branch, answer[`b${index}`]);
  return newestPulls(listed, query.branches, {
    known,
    more: async (numbers) => {
      const found = await gitHub.graphql(pullsQuery(numbers, queueAccess), { owner, name, appId });
      return z.object({ repository: z.record(z.string(), z.unknown()) }).parse(found).repository;
    },
  });
}

async function ask(
  { gitHub, repository, query, remembered, appId, queueAccess }: Observing,
  sealing: boolean,
): Promise<ObserveAnswer["repository"]> {
  const { owner, name } = repository;
  const aliases = Object.fromEntries([
    ...query.branches.map((branch, index) => [`b${index}`, branch]),
    ...query.labels.map((label, index) => [`l${index}`, label]),
  ]);
  const labels = [query.startLabel, query.quickLabel];
  const stateRef = query.stateBranch === null ? {} : { stateRef: `refs/heads/${query.stateBranch}` };
  const pulls = askedPulls(query.branches, remembered.pulls(repository.id));
  const app = pulls.some(({ isDetailed }) => isDetailed) ? { appId } : {};
  const asked = { owner, name, labels, ...app, ...aliases, ...stateRef };
  const answer = await gitHub.graphql(observeQuery(query, { pulls, sealing, queueAccess }), asked);
  return ObserveAnswer.parse(answer).repository;
}

function fileOf(path: string, entry: ObservedBlob): ObservedFile {
  if (entry === null || entry.object === null) return { status: "absent" };
  const { oid: blob, text, isBinary, byteSize, isTruncated } = entry.object;
  if (isBinary === true || text === null) return { status: "unusable", why: `${path}:1: it is not a text file`, blob };
  if (byteSize > MAX_SPEC_BYTES || isTruncated) {
    return { status: "unusable", why: `${path} has ${byteSize} bytes; at most ${MAX_SPEC_BYTES} are read`, blob };
  }
  if (path === "SPEC.md" && text.trim() === "") return { status: "unusable", why: `${path} is empty`, blob };
  return { status: "present", blob, text };
}
