import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import { markerIn } from "../../render/marker.js";
import type { EffectOf, Memory, Mutation, PerformContext } from "../client/github.js";
import { isPlaceGone } from "./is-place-gone.js";

type Words = EffectOf<"say" | "keep-comment">;

/**
 * Posts a comment once, or keeps it up to date. If the issue is gone, the effect stays pending without blocking the
 * others.
 */
export async function keepComment(context: PerformContext, words: Words): Promise<boolean> {
  try {
    return await keep(context, words);
  } catch (error) {
    if (hasStatus(error, 404, 410) && (await isPlaceGone(context, words.issue))) return false;
    throw error;
  }
}

async function keep(context: PerformContext, effect: Words): Promise<boolean> {
  const { gitHub, owner, repo, remembered } = context;
  const { kind, issue, key, body } = effect;
  const at = { owner, repo, issue, key };
  const known = remembered.comment(at);
  if (
    kind === "keep-comment" &&
    known !== undefined &&
    known.body !== body &&
    (await replace(context, known.id, body))
  ) {
    remembered.noteComment(at, { ...known, body });
    return true;
  }
  const found = await findOwnComment(context, issue, key);
  if (found === undefined) {
    const create = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
    await gitHub.request(create, { owner, repo, issue_number: issue, body });
    // Not remembered: another replica may have posted one, too, and the search decides which one stays.
    return true;
  }
  const stands = kind === "say" || found.body === body || !(await replace(context, found.id, body));
  const { id, node_id: nodeId } = found;
  remembered.noteComment(at, { id, nodeId, body: kind === "say" ? (found.body ?? "") : body });
  return !stands;
}

/** The same as one field of a mutation; undefined if the comment must be searched or created first. */
export function commentMutation(context: Memory, effect: EffectOf<"keep-comment">): Mutation | undefined {
  const { owner, repo, remembered } = context;
  const { issue, key, body } = effect;
  const at = { owner, repo, issue, key };
  const known = remembered.comment(at);
  if (known === undefined || known.body === body) return undefined;
  return {
    field: "updateIssueComment",
    type: "UpdateIssueCommentInput",
    input: { id: known.nodeId, body },
    answers: "issueComment { id }",
    done: () => remembered.noteComment(at, { ...known, body }),
  };
}

/** Returns whether the comment existed and was replaced. */
async function replace({ gitHub, owner, repo }: PerformContext, comment_id: number, body: string): Promise<boolean> {
  try {
    await gitHub.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", { owner, repo, comment_id, body });
    return true;
  } catch (error) {
    if (hasStatus(error, 404, 410)) return false;
    throw error;
  }
}

const Comments = z.array(
  z.object({
    id: z.number(),
    node_id: z.string(),
    body: z.string().nullish(),
    user: z.object({ login: z.string() }).nullable(),
  }),
);

/**
 * Only our own comments count: anyone can copy a marker. The lowest id wins, so that two replicas that both posted
 * agree on which one stays.
 */
async function findOwnComment({ gitHub, owner, repo, ownLogin }: PerformContext, issue_number: number, key: string) {
  for (let page = 1; ; page += 1) {
    const list = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
    const { data } = await gitHub.request(list, { owner, repo, issue_number, per_page: 100, page });
    const comments = Comments.parse(data);
    const found = comments.find(({ body, user }) => user?.login === ownLogin && markerIn(body ?? "") === key);
    if (found !== undefined || comments.length < 100) return found;
  }
}
