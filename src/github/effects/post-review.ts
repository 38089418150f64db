import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import type { ReviewLine } from "../../engine/effects/effect-parts.js";
import { withUnplacedLines } from "../../features/debate/unplaced-lines.js";
import { hiddenMarker, markerIn } from "../../render/marker.js";
import type { EffectOf, Memory, Mutation, PerformContext } from "../client/github.js";
import { commentableLines } from "../commits/diff-lines.js";

type Review = EffectOf<"post-review">;

/**
 * One review per key, with event COMMENT: an App may not approve or block its own pull request
 * (decisions.md#github-deliveries). GitHub refuses a whole review for one line outside the diff, so lines are checked
 * first and go into the body otherwise.
 */
export async function postReview(context: PerformContext, review: Review): Promise<boolean> {
  if (!context.isNew && (await isPosted(context, review))) return false;
  const { placed, unplaced } = await place(context, review);
  const body = markedBody(review);
  const withLines = { body: withUnplacedLines(body, unplaced), comments: placed };
  const withoutLines = { body: withUnplacedLines(body, review.comments), comments: [] };
  // The head may have moved or be gone. A refused review left nothing behind, so posting less is safe.
  const attempts = [
    { ...withLines, commit_id: review.head },
    ...(placed.length === 0 ? [] : [{ ...withoutLines, commit_id: review.head }]),
    withoutLines,
  ];
  return submitFirst(context, review.number, attempts);
}

/** The same as one field of a mutation; undefined if it must be searched first, or has line comments. */
export function reviewMutation(context: Memory, review: Review): Mutation | undefined {
  const { owner, repo, remembered, isNew } = context;
  const pullRequestId = remembered.nodeId({ owner, repo, pull: review.number });
  if (!isNew || pullRequestId === undefined || review.comments.length > 0) return undefined;
  return {
    field: "addPullRequestReview",
    type: "AddPullRequestReviewInput",
    input: { pullRequestId, event: "COMMENT", body: markedBody(review), commitOID: review.head },
    answers: "pullRequestReview { id }",
    done: () => {},
  };
}

function markedBody({ body, key }: Review): string {
  return markerIn(body) === key ? body : `${hiddenMarker(key)}\n${body}`;
}

type Submission = { readonly body: string; readonly comments: readonly ReviewLine[]; readonly commit_id?: string };

async function submitFirst(
  context: PerformContext,
  number: number,
  [first, ...rest]: readonly Submission[],
): Promise<boolean> {
  if (first === undefined) throw new TypeError("there is nothing to submit");
  const { gitHub, owner, repo } = context;
  try {
    await gitHub.request("POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews", {
      owner,
      repo,
      pull_number: number,
      event: "COMMENT",
      ...first,
      comments: first.comments.map(({ path, line, body }) => ({ path, line, side: "RIGHT", body })),
    });
    return true;
  } catch (error) {
    if (rest.length > 0 && hasStatus(error, 422)) return submitFirst(context, number, rest);
    throw error;
  }
}

const Reviews = z.array(z.object({ body: z.string().nullish(), user: z.object({ login: z.string() }).nullable() }));

async function isPosted({ gitHub, owner, repo, ownLogin }: PerformContext, { number, key }: Review): Promise<boolean> {
  for (let page = 1; ; page += 1) {
    const list = "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews";
    const { data } = await gitHub.request(list, { owner, repo, pull_number: number, per_page: 100, page });
    const reviews = Reviews.parse(data);
    if (reviews.some(({ body, user }) => user?.login === ownLogin && markerIn(body ?? "") === key)) return true;
    if (reviews.length < 100) return false;
  }
}

const Files = z.array(z.object({ filename: z.string(), patch: z.string().optional() }));

async function place({ gitHub, owner, repo }: PerformContext, { number, comments }: Review) {
  const requested = new Set(comments.map(({ path }) => path));
  const lines = new Map<string, ReadonlySet<number>>();
  for (let page = 1; requested.size > lines.size; page += 1) {
    const list = "GET /repos/{owner}/{repo}/pulls/{pull_number}/files";
    const { data } = await gitHub.request(list, { owner, repo, pull_number: number, per_page: 100, page });
    const files = Files.parse(data);
    for (const { filename, patch } of files) {
      if (requested.has(filename)) lines.set(filename, commentableLines(patch ?? ""));
    }
    if (files.length < 100) break;
  }
  const isPlaced = ({ path, line }: ReviewLine) => lines.get(path)?.has(line) === true;
  return { placed: comments.filter(isPlaced), unplaced: comments.filter((comment) => !isPlaced(comment)) };
}
