import { z } from "zod";
import type { ObservedPull } from "../../domain/factory/observed.js";
import { digestIn } from "../../render/check-digest.js";
import { markerIn } from "../../render/marker.js";
import { actorOf, loginOf } from "./author.js";
import { keyIn } from "./commit-key.js";
import { ownSlug } from "./github.js";
import { mergeBlockedBy } from "./merge-blocked-by.js";
import { type CommitNode, PullNode } from "./pull-query.js";
import type { RoleOf } from "./roles-of.js";

/** What is known beside GitHub's answer. */
export type PullReading = {
  readonly ownLogin: string;
  readonly roleOf: RoleOf;
  /** What GitHub said when it last refused to merge this head. */
  readonly refusedMerge: (number: number, head: string) => string | null;
};

/** The newest pull request of each branch, in the order in which they were asked for. */
export async function observedPulls(
  answer: Readonly<Record<string, unknown>>,
  branches: readonly string[],
  reading: PullReading,
): Promise<ObservedPull[]> {
  const pulls: ObservedPull[] = [];
  for (const [index, branch] of branches.entries()) {
    const { nodes } = z.object({ nodes: z.array(PullNode) }).parse(answer[`b${index}`]);
    // A fork can have a branch of any name, with commits that carry any key: only the repository's own branches are ours.
    const own = nodes.filter(({ isCrossRepository }) => !isCrossRepository).at(-1);
    if (own !== undefined) pulls.push(await observedPull(own, branch, reading));
  }
  return pulls;
}

async function observedPull(node: PullNode, branch: string, reading: PullReading): Promise<ObservedPull> {
  const commit = node.commits.nodes.at(-1)?.commit;
  const { ownLogin, roleOf, refusedMerge } = reading;
  const approvals: ObservedPull["approvals"][number][] = [];
  for (const { author, submittedAt, commit } of node.approvals.nodes) {
    if (commit !== null) approvals.push({ by: await actorOf(author, roleOf), at: submittedAt, head: commit.oid });
  }
  return {
    number: node.number,
    branch,
    head: node.headRefOid,
    headTree: commit?.tree.oid ?? null,
    headAuthor: commit === undefined ? null : authorOf(commit, ownLogin),
    key: keyIn(commit?.message ?? ""),
    state: STATES[node.state],
    mergeSha: node.mergeCommit?.oid ?? null,
    mergeTree: node.mergeCommit?.tree.oid ?? null,
    closedBy: closedBy(node),
    branchDeleted: node.headRef === null,
    approvals,
    mergeable: MERGEABLE.get(node.mergeable) ?? "unknown",
    mergeBlockedBy: mergeBlockedBy(node, refusedMerge(node.number, node.headRefOid)),
    reviews: node.remarks.nodes.flatMap(({ author, body }) => {
      const key = loginOf(author) === ownLogin ? markerIn(body) : null;
      return key === null ? [] : [key];
    }),
    checks: commit === undefined ? [] : checksOf(commit, ownLogin),
    labels: node.labels?.nodes.map(({ name }) => name) ?? [],
    assignees: node.assignees.nodes.map(({ login }) => login),
  };
}

const STATES = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;
const MERGEABLE: ReadonlyMap<string, ObservedPull["mergeable"]> = new Map([
  ["MERGEABLE", "yes"],
  ["CONFLICTING", "conflicting"],
]);

/** Who merged it, or else who closed it; null while it is open. */
function closedBy({ state, mergedBy, timelineItems }: PullNode): string | null {
  if (state === "OPEN") return null;
  if (state === "MERGED") return mergedBy === null ? null : loginOf(mergedBy);
  const event = timelineItems.nodes.at(-1);
  return event === undefined ? null : loginOf(event.actor);
}

/**
 * A bot is nobody's user in GraphQL, so our own commits are known by name and address. Whoever may push can forge both:
 * what a verdict is bound to is the SHA, never this name.
 */
function authorOf({ author }: CommitNode, ownLogin: string): string | null {
  if (author === null) return null;
  if (author.user !== null) return author.user.login;
  const isOwn = author.name === ownLogin && author.email?.endsWith(`+${ownLogin}@users.noreply.github.com`) === true;
  return isOwn ? ownLogin : author.name;
}

/** Of our own runs with one key, the newest: it is the one that GitHub shows. */
function checksOf({ checkSuites }: CommitNode, ownLogin: string): ObservedPull["checks"] {
  const runs = (checkSuites?.nodes ?? [])
    .filter(({ app }) => app?.slug === ownSlug(ownLogin))
    .flatMap(({ checkRuns }) => checkRuns?.nodes ?? [])
    .toSorted((a, b) => a.databaseId - b.databaseId);
  const newest = new Map(
    runs.flatMap(({ externalId, summary }) =>
      externalId === null || externalId === "" ? [] : [[externalId, digestIn(summary ?? "")] as const],
    ),
  );
  return [...newest].map(([key, digest]) => ({ key, digest }));
}
