import { z } from "zod";
import type {
  Actor,
  Observed,
  ObservedComment,
  ObservedFile,
  ObservedPull,
  ObservedRequest,
} from "../../domain/factory/observed.js";
import type { RepositoryRef, Wanted } from "../../ports.js";
import { markerIn } from "../../render/marker.js";
import { keyIn } from "./commit-key.js";
import type { GitHub } from "./github.js";
import {
  ObserveAnswer,
  type ObservedAuthor,
  type ObservedBlob,
  ObservedPullNode,
  observeQuery,
} from "./observe-query.js";
import { type RoleOf, rolesOf } from "./roles-of.js";

/** A spec larger than this is not read by anybody, and costs a fortune to ask about. */
const MAX_SPEC_BYTES = 200_000;

/** What GitHub shows now: one GraphQL request, one listing of comments, and a role for each person who matters. */
export async function observe(
  gitHub: GitHub,
  repository: RepositoryRef,
  wanted: Wanted,
  ownLogin: string,
): Promise<Observed> {
  const { owner, name } = repository;
  const branches = Object.fromEntries(wanted.branches.map((branch, index) => [`b${index}`, branch]));
  const labels = [wanted.startLabel, wanted.quickLabel];
  const answer = ObserveAnswer.parse(
    await gitHub.graphql(observeQuery(wanted.branches), { owner, name, labels, ...branches }),
  ).repository;
  const roleOf = rolesOf(gitHub, repository);
  const comments = await listComments(gitHub, repository, wanted, { ownLogin, roleOf });
  const head = answer.defaultBranchRef?.target;
  return {
    repository: {
      id: answer.databaseId,
      fullName: answer.nameWithOwner,
      defaultBranch: answer.defaultBranchRef?.name ?? "main",
    },
    defaultHead: head?.oid ?? null,
    rootFiles: (head?.tree.entries ?? []).map((entry) => entry.name),
    spec: fileOf("SPEC.md", head?.spec ?? null),
    config: fileOf(".factory/config.yml", head?.config ?? null),
    workflowInstalled: head?.workflow != null,
    pulls: await pullsOf(answer, wanted.branches, roleOf),
    requests: await requestsOf(answer, wanted, roleOf),
    comments,
    stickies: comments
      .filter(({ own }) => own)
      .flatMap(({ id, issue, body }) => {
        const key = markerIn(body);
        return key === null ? [] : [{ key, id, issue, body }];
      }),
  };
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

const actorOf = async (author: ObservedAuthor, roleOf: RoleOf): Promise<Actor> =>
  author === null
    ? { login: "ghost", type: "Unknown", role: null }
    : {
        login: author.login,
        type: author.__typename,
        role: author.__typename === "User" ? await roleOf(author.login) : null,
      };

async function pullsOf(
  answer: ObserveAnswer["repository"],
  branches: readonly string[],
  roleOf: RoleOf,
): Promise<ObservedPull[]> {
  const pulls: ObservedPull[] = [];
  for (const [index, branch] of branches.entries()) {
    const { nodes } = z.object({ nodes: z.array(ObservedPullNode) }).parse(answer[`b${index}`]);
    for (const node of nodes) pulls.push(await pullOf(node, branch, roleOf));
  }
  return pulls;
}

async function pullOf(node: ObservedPullNode, branch: string, roleOf: RoleOf): Promise<ObservedPull> {
  const approvals: ObservedPull["approvals"][number][] = [];
  for (const { author, submittedAt, commit } of node.reviews.nodes) {
    if (commit !== null) approvals.push({ by: await actorOf(author, roleOf), at: submittedAt, head: commit.oid });
  }
  return {
    number: node.number,
    branch,
    head: node.headRefOid,
    key: keyIn(node.commits.nodes.at(-1)?.commit.message ?? ""),
    state: node.state === "OPEN" ? "open" : node.state === "MERGED" ? "merged" : "closed",
    mergeSha: node.mergeCommit?.oid ?? null,
    closedBy: node.mergedBy?.login ?? null,
    approvals,
  };
}

async function requestsOf(
  answer: ObserveAnswer["repository"],
  wanted: Wanted,
  roleOf: RoleOf,
): Promise<ObservedRequest[]> {
  const requests: ObservedRequest[] = [];
  for (const { number, title, body, timelineItems } of answer.issues.nodes) {
    const event = timelineItems.nodes.findLast(({ label }) =>
      [wanted.startLabel, wanted.quickLabel].includes(label.name),
    );
    if (event === undefined) continue; // labelled when it was opened and not listed: the next sweep sees the event
    requests.push({
      issue: number,
      title,
      body,
      labelledBy: await actorOf(event.actor, roleOf),
      labelledAt: event.createdAt,
      quick: event.label.name === wanted.quickLabel,
    });
  }
  return requests;
}

const Comments = z.array(
  z.object({
    id: z.number(),
    issue_url: z.string(),
    body: z.string().nullish(),
    created_at: z.string(),
    updated_at: z.string(),
    user: z.object({ login: z.string(), type: z.string() }).nullable(),
  }),
);

async function listComments(
  gitHub: GitHub,
  { owner, name: repo }: RepositoryRef,
  { commentsSince }: Wanted,
  { ownLogin, roleOf }: { readonly ownLogin: string; readonly roleOf: RoleOf },
): Promise<ObservedComment[]> {
  if (commentsSince === null) return [];
  const comments: ObservedComment[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await gitHub.request("GET /repos/{owner}/{repo}/issues/comments", {
      owner,
      repo,
      since: commentsSince,
      sort: "updated",
      direction: "asc",
      per_page: 100,
      page,
    });
    const listed = Comments.parse(data);
    for (const comment of listed) {
      const login = comment.user?.login ?? "ghost";
      const own = login === ownLogin;
      const type = comment.user?.type ?? "Unknown";
      const body = comment.body ?? "";
      // A role costs a request: it is asked for only where somebody gives a command.
      const role = !own && type === "User" && body.includes("/factory") ? await roleOf(login) : null;
      comments.push({
        id: comment.id,
        issue: Number(comment.issue_url.split("/").at(-1)),
        author: { login, type, role },
        own,
        body,
        createdAt: comment.created_at,
        updatedAt: comment.updated_at,
        // `updated_at` also moves for other reasons, but only later than creation: a doubt that costs a repeated comment.
        edited: comment.updated_at !== comment.created_at,
      });
    }
    if (listed.length < 100) return comments;
  }
}
