import type { Sha } from "../../domain/ids.js";
import type { ObservedPull } from "../../engine/observation.js";
import { digestIn } from "../../render/check-digest.js";
import { inlineCode } from "../../render/code.js";
import { markerIn } from "../../render/marker.js";
import { ownSlug } from "../client/github.js";
import { keyIn } from "../commits/commit-key.js";
import { actorOf, loginOf } from "./author.js";
import { byAge } from "./database-id.js";
import { mergeBlockedBy } from "./merge-blocked-by.js";
import type { BranchPull } from "./newest-pulls.js";
import { type CommitNode, LISTED_REVIEWS, type PullNode } from "./pull-query.js";
import type { RoleOf } from "./roles-of.js";

/** How GraphQL names a check run. Its number may not fit. */
type SeenRun = { readonly id: number | null; readonly nodeId: string };

/** What is known beside GitHub's answer. */
export type PullReading = {
  readonly ownLogin: string;
  readonly roleOf: RoleOf;
  /** GitHub's message when it last refused to merge this head. */
  readonly refusedMerge: (number: number, head: string) => string | null;
  /** Why the App itself refuses to merge this head. */
  readonly heldMerge: (number: number, head: string) => string | null;
  /** Gets the newest run of each key on a head. */
  readonly sawCheckRun: (head: string, key: string, run: SeenRun) => void;
  /** The base on which a complete branch is judged. */
  readonly judgedOn: (branch: string) => Sha | undefined;
  readonly defaultBranch: string;
  /** Whether a squash without words of its own repeats the messages of its commits. */
  readonly repeatsInSquash: boolean;
  readonly defaultHead: Sha | null;
  readonly isInHistory: (pair: { readonly commit: Sha; readonly of: Sha }) => Promise<boolean>;
};

/**
 * Whether people have reviewed one of them. Every line comment belongs to a review, so without reviews there are no
 * remarks.
 */
export function hasPeoplesReviews(pulls: readonly Pick<PullNode, "verdicts" | "remarks">[]): boolean {
  return pulls.some(
    ({ verdicts, remarks: { nodes } }) =>
      verdicts.totalCount > 0 ||
      nodes.length === LISTED_REVIEWS ||
      nodes.some(({ author }) => author?.__typename !== "Bot"),
  );
}

/** The pull request of each branch, in the order of the query. */
export async function observedPulls(pulls: readonly BranchPull[], reading: PullReading): Promise<ObservedPull[]> {
  const observed: ObservedPull[] = [];
  for (const { branch, node } of pulls) observed.push(await observedPull(node, branch, reading));
  return observed;
}

async function observedPull(node: PullNode, branch: string, reading: PullReading): Promise<ObservedPull> {
  const commit = node.commits.nodes.at(-1)?.commit;
  const { ownLogin, roleOf, refusedMerge, heldMerge, sawCheckRun, repeatsInSquash } = reading;
  const elsewhere = node.baseRefName === reading.defaultBranch ? null : elsewhereWords(node, reading);
  const isElsewhere = node.state === "MERGED" && elsewhere !== null && !(await hasArrived(node, reading));
  const mergeCommit = isElsewhere ? null : node.mergeCommit;
  const approvals: ObservedPull["approvals"][number][] = [];
  for (const { author, submittedAt, commit } of node.approvals.nodes) {
    if (commit !== null) approvals.push({ by: await actorOf(author, roleOf), at: submittedAt, head: commit.oid });
  }
  return {
    number: node.number,
    branch,
    head: node.headRefOid,
    headTree: commit?.tree.oid ?? null,
    headParents: commit?.parents.nodes.map(({ oid }) => oid) ?? [],
    headAuthor: commit === undefined ? null : authorOf(commit, ownLogin),
    key: keyIn(commit?.message ?? ""),
    joinedKey: commit === undefined ? null : joinedKey(commit),
    joinedAfter: commit === undefined || node.state !== "OPEN" ? null : await joinedAfter(commit, branch, reading),
    state: isElsewhere ? "closed" : STATES[node.state],
    mergeSha: mergeCommit?.oid ?? null,
    mergeTree: mergeCommit?.tree.oid ?? null,
    mergedOnto: mergeCommit?.parents.nodes[0]?.oid ?? null,
    byQueue: node.isMergeQueueEnabled,
    // Of a base that requires no review GitHub names no decision.
    squashRepeats: repeatsInSquash && (node.isMergeQueueEnabled || node.reviewDecision !== null),
    inQueue: node.isInMergeQueue,
    leftQueue: leftQueue(node),
    closedBy: closedBy(node),
    branchDeleted: node.headRef === null,
    approvals,
    mergeable: MERGEABLE.get(node.mergeable) ?? "unknown",
    mergeBlockedBy:
      (node.state === "OPEN" ? elsewhere : null) ?? mergeBlockedBy(node, refusedMerge(node.number, node.headRefOid)),
    isBehind: node.state === "OPEN" && node.mergeStateStatus === "BEHIND",
    mergeRefused: heldMerge(node.number, node.headRefOid) ?? refusedMerge(node.number, node.headRefOid),
    reviews: node.remarks.nodes.flatMap(({ author, body }) => {
      const key = loginOf(author) === ownLogin ? markerIn(body) : null;
      return key === null ? [] : [key];
    }),
    checks:
      commit === undefined ? [] : checksOf(commit, ownLogin, (key, run) => sawCheckRun(node.headRefOid, key, run)),
    labels: node.labels?.nodes.map(({ name }) => name) ?? [],
    assignees: node.assignees.nodes.map(({ login }) => login),
  };
}

/** The base is part of what is judged: somebody gave the pull request another. */
function elsewhereWords({ baseRefName }: PullNode, { defaultBranch }: PullReading): string {
  return `its base was changed to ${inlineCode(baseRefName)}, and it is judged for ${inlineCode(defaultBranch)}: change its base back`;
}

/** Merged into another branch it counts as closed, until the default branch has it. A renamed branch has it at once. */
async function hasArrived({ mergeCommit }: PullNode, { defaultHead, isInHistory }: PullReading): Promise<boolean> {
  if (mergeCommit === null || defaultHead === null) return false;
  return isInHistory({ commit: mergeCommit.oid, of: defaultHead });
}

/** "Update branch" makes a commit without a key, which merges the one that had it with the base. */
function joinedKey({ parents: { nodes } }: CommitNode): string | null {
  const [own] = nodes;
  return own === undefined || nodes.length !== 2 ? null : keyIn(own.message);
}

/** Queried only if a head merges something that is neither the judged base nor the head of the default branch. */
async function joinedAfter(
  { parents: { nodes } }: CommitNode,
  branch: string,
  { judgedOn, defaultHead, isInHistory }: PullReading,
): Promise<Sha | null> {
  const judged = judgedOn(branch);
  const commit = nodes.length === 2 ? nodes[1]?.oid : undefined;
  if (judged === undefined || commit === undefined || defaultHead === null) return null;
  if (commit === judged || commit === defaultHead) return null;
  const isBetween =
    (await isInHistory({ commit, of: defaultHead })) && (await isInHistory({ commit: judged, of: commit }));
  return isBetween ? judged : null;
}

const STATES = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;
const MERGEABLE: ReadonlyMap<string, ObservedPull["mergeable"]> = new Map([
  ["MERGEABLE", "yes"],
  ["CONFLICTING", "conflicting"],
]);

function leftQueue({ state, isInMergeQueue, removals }: PullNode): ObservedPull["leftQueue"] {
  const last = removals.nodes.at(-1);
  if (last === undefined || isInMergeQueue || state !== "OPEN") return null;
  return { at: last.createdAt, reason: last.reason };
}

/** Who merged or closed it; null while it is open. */
function closedBy({ state, mergedBy, timelineItems }: PullNode): string | null {
  if (state === "OPEN") return null;
  if (state === "MERGED") return mergedBy === null ? null : loginOf(mergedBy);
  const event = timelineItems.nodes.at(-1);
  return event === undefined ? null : loginOf(event.actor);
}

/**
 * A bot is no user in GraphQL, so our own commits are recognised by name and address. A person with push access can
 * forge both: a verdict is bound to the SHA, never to this name.
 */
function authorOf({ author }: CommitNode, ownLogin: string): string | null {
  if (author === null) return null;
  if (author.user !== null) return author.user.login;
  const isOwn = author.name === ownLogin && author.email?.endsWith(`+${ownLogin}@users.noreply.github.com`) === true;
  return isOwn ? ownLogin : author.name;
}

/** Of our runs with one key, the newest, which GitHub shows. */
function checksOf(
  { checkSuites }: CommitNode,
  ownLogin: string,
  sawCheckRun: (key: string, run: SeenRun) => void,
): ObservedPull["checks"] {
  const runs = (checkSuites?.nodes ?? [])
    .filter(({ app }) => app?.slug === ownSlug(ownLogin))
    .flatMap(({ checkRuns }) => checkRuns?.nodes ?? [])
    .toSorted(byAge);
  const newest = new Map(
    runs.flatMap(({ id: nodeId, databaseId: id, externalId: key, summary }) =>
      key === null || key === "" ? [] : [[key, { id, nodeId, digest: digestIn(summary ?? "") }] as const],
    ),
  );
  for (const [key, run] of newest) sawCheckRun(key, run);
  return [...newest].map(([key, { digest }]) => ({ key, digest }));
}
