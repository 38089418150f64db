import { CONFIG_PATH, GATES_WORKFLOW_PATH } from "../../domain/factory/artifacts.js";
import type { Observed, ObservedFile } from "../../domain/factory/observed.js";
import type { RepositoryRef, Wanted } from "../../ports.js";
import { markerIn } from "../../render/marker.js";
import type { GitHub } from "./github.js";
import { ObserveAnswer, type ObservedBlob, observeQuery } from "./observe-query.js";
import { observedComments } from "./observed-comments.js";
import { observedGateRuns } from "./observed-gate-runs.js";
import { observedPulls } from "./observed-pulls.js";
import { observedRemarks } from "./observed-remarks.js";
import { observedRequests } from "./observed-requests.js";
import { observedSealing } from "./observed-sealing.js";
import type { Remembered } from "./remembered.js";
import { rolesOf } from "./roles-of.js";

/** A spec larger than this is not read by anybody, and costs a fortune to ask about. */
const MAX_SPEC_BYTES = 200_000;

/** One look at one repository. */
export type Look = {
  readonly gitHub: GitHub;
  readonly repository: RepositoryRef;
  readonly wanted: Wanted;
  readonly ownLogin: string;
  readonly remembered: Remembered;
};

/**
 * What GitHub shows now: one GraphQL request, one listing of comments with one question about edits, and a role for each
 * person who matters. Gate runs and remarks are asked for only where the state waits for them.
 */
export async function observe(look: Look): Promise<Observed> {
  const { gitHub, wanted, ownLogin, remembered } = look;
  const { owner, name: repo } = look.repository;
  const place = { gitHub, owner, repo };
  // What has shipped stays: once seen, what is open there is asked for in the same request.
  const expected = wanted.sealing && remembered.hasShipped(owner, repo);
  const answer = await ask(look, expected);
  const roleOf = rolesOf(gitHub, look.repository);
  const head = answer.defaultBranchRef?.target;
  const defaultBranch = answer.defaultBranchRef?.name ?? "main";
  const { commentsSince, remarksSince, gateRuns } = wanted;
  const comments = commentsSince === null ? [] : await observedComments(place, commentsSince, { ownLogin, roleOf });
  const refusedMerge = (number: number, head: string) => remembered.refusedMerge({ owner, repo, number, head });
  const pulls = await observedPulls(answer, wanted.branches, { ownLogin, roleOf, refusedMerge });
  const numbers = new Set(pulls.map(({ number }) => number));
  return {
    repository: {
      id: answer.databaseId,
      fullName: answer.nameWithOwner,
      defaultBranch,
      archived: answer.isArchived,
      fork: answer.isFork,
    },
    installedOn: null,
    defaultHead: head?.oid ?? null,
    rootFiles: (head?.tree.entries ?? []).map((entry) => entry.name),
    spec: fileOf("SPEC.md", head?.spec ?? null),
    config: fileOf(CONFIG_PATH, head?.config ?? null),
    workflow: fileOf(GATES_WORKFLOW_PATH, head?.workflow ?? null),
    missingLabels: wanted.labels.filter((_, index) => answer[`l${index}`] === null),
    pulls,
    requests: await observedRequests(answer, wanted, roleOf),
    comments,
    gateRuns:
      gateRuns.length === 0
        ? []
        : await observedGateRuns(place, { ownLogin, branch: defaultBranch, requests: gateRuns }, remembered),
    remarks:
      remarksSince === null || numbers.size === 0
        ? []
        : await observedRemarks(place, remarksSince, { pulls: numbers, roleOf }),
    sealing: wanted.sealing ? await observedSealing(look, answer, expected) : null,
    stickies: comments
      .filter(({ own }) => own)
      .flatMap(({ id, issue, body }) => {
        const key = markerIn(body);
        return key === null ? [] : [{ key, id, issue, body }];
      }),
  };
}

async function ask({ gitHub, repository, wanted }: Look, sealing: boolean): Promise<ObserveAnswer["repository"]> {
  const { owner, name } = repository;
  const aliases = Object.fromEntries([
    ...wanted.branches.map((branch, index) => [`b${index}`, branch]),
    ...wanted.labels.map((label, index) => [`l${index}`, label]),
  ]);
  const labels = [wanted.startLabel, wanted.quickLabel];
  const answer = await gitHub.graphql(observeQuery(wanted, sealing), { owner, name, labels, ...aliases });
  return ObserveAnswer.parse(answer).repository;
}

function fileOf(path: string, entry: ObservedBlob): ObservedFile {
  if (entry === null || entry.object === null) return { status: "absent" };
  const { oid: blob, text, isBinary, byteSize, isTruncated } = entry.object;
  if (isBinary === true || text === null) return { status: "unusable", why: `${path} is not a text file`, blob };
  if (byteSize > MAX_SPEC_BYTES || isTruncated) {
    return { status: "unusable", why: `${path} has ${byteSize} bytes; at most ${MAX_SPEC_BYTES} are read`, blob };
  }
  if (path === "SPEC.md" && text.trim() === "") return { status: "unusable", why: `${path} is empty`, blob };
  return { status: "present", blob, text };
}
