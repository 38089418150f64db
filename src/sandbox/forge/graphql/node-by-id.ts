/** `node(id:)` finds every record that carries a `node_id` in REST. */
import { parseNodeId } from "../node-id.js";
import { type Asking, type Place, requireRead } from "./asking.js";
import { placeById } from "./find-place.js";
import { GraphqlRefusal, notANode } from "./graphql-refusal.js";
import { actorNode } from "./nodes/actor-node.js";
import { issueCommentNode, reviewCommentNode } from "./nodes/comment-node.js";
import { gitObjectNode } from "./nodes/git-object-node.js";
import { issueNode } from "./nodes/issue-node.js";
import { labelNode } from "./nodes/label-node.js";
import { pullNode } from "./nodes/pull-node.js";
import { refByName } from "./nodes/ref-node.js";
import { isReleaseVisible, releaseNode } from "./nodes/release-node.js";
import { repositoryNode } from "./nodes/repository-node.js";
import { isReviewVisible, reviewNode } from "./nodes/review-node.js";

const ACCOUNT_TYPES: ReadonlySet<string> = new Set(["User", "Organization", "Bot"]);

export async function nodeById(asking: Asking, id: string): Promise<object> {
  const named = parseNodeId(id);
  const account = ACCOUNT_TYPES.has(named?.type ?? "")
    ? asking.hub.state.accounts.get(Number(named?.ids[0]))
    : undefined;
  if (account !== undefined) return actorNode(asking.hub, account);
  const { place, parsed } = placeById(asking, id);
  const finder = FINDERS[parsed.type];
  if (finder === undefined)
    throw new GraphqlRefusal("NO_RESOLVER", `The forge does not find nodes of type ${parsed.type}.`);
  const found = await finder(place, parsed.ids.slice(1).join(":"));
  if (found === null || found === undefined) throw notANode(id);
  return found;
}

type Finder = (place: Place, key: string) => object | null | undefined | Promise<object | null>;

const inCode: Finder = (place, sha) => {
  requireRead(place, "contents:read");
  return gitObjectNode(place, sha);
};

/** Finds a record by type, from the part of the id after the repository's. */
const FINDERS: Readonly<Record<string, Finder>> = {
  Repository: (place) => repositoryNode(place),
  Blob: inCode,
  Commit: inCode,
  Tag: inCode,
  Tree: inCode,
  Ref: (place, name) => {
    requireRead(place, "contents:read");
    return refByName(place, name);
  },
  Label: (place, key) => {
    const label = place.repository.labels.get(Number(key));
    return label && labelNode(place, label);
  },
  Release: (place, key) => {
    requireRead(place, "contents:read");
    const release = place.repository.releases.get(Number(key));
    return release && isReleaseVisible(place, release) ? releaseNode(place, release) : null;
  },
  Issue: (place, key) => {
    requireRead(place, "issues:read");
    const issue = place.repository.issues.get(Number(key));
    return issue && issueNode(place, issue);
  },
  PullRequest: (place, key) => {
    requireRead(place, "pull_requests:read");
    const pull = place.repository.pulls.get(Number(key));
    return pull && pullNode(place, pull);
  },
  IssueComment: (place, key) => {
    requireRead(place, "issues:read", "pull_requests:read");
    const comment = place.repository.comments.get(Number(key));
    return comment && issueCommentNode(place, comment, subjectOf(place, comment.issueNumber));
  },
  PullRequestReview: (place, key) => {
    requireRead(place, "pull_requests:read");
    const review = place.repository.reviews.get(Number(key));
    return review && isReviewVisible(place, review)
      ? reviewNode(place, review, pullOf(place, review.pullNumber))
      : null;
  },
  PullRequestReviewComment: (place, key) => {
    requireRead(place, "pull_requests:read");
    const comment = place.repository.reviewComments.get(Number(key));
    return comment && reviewCommentNode(place, comment, pullOf(place, comment.pullNumber));
  },
};

function pullOf(place: Place, number: number): () => object {
  const pull = place.repository.pulls.get(number);
  if (pull === undefined) throw new Error(`pull request ${number} is missing`);
  return () => pullNode(place, pull);
}

/** A comment on a pull request belongs to both of its halves. */
export function subjectOf(place: Place, number: number): { issue: () => object; pullRequest: () => object | null } {
  const issue = place.repository.issues.get(number);
  if (issue === undefined) throw new Error(`issue ${number} is missing`);
  if (issue.isPull) return { issue: () => issueNode(place, issue), pullRequest: pullOf(place, number) };
  return { issue: () => issueNode(place, issue), pullRequest: () => null };
}
