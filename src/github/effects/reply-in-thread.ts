import { z } from "zod";
import { hasStatus } from "../../domain/errors.js";
import { markerIn } from "../../render/marker.js";
import type { EffectOf, PerformContext } from "../client/github.js";
import { keepComment } from "./keep-comment.js";

/** Posted once in the thread; if the thread was deleted, in the conversation, where it is searched for, too. */
export async function replyInThread(context: PerformContext, reply: EffectOf<"reply">): Promise<boolean> {
  const { gitHub, owner, repo } = context;
  const { issue: pull_number, thread: comment_id, body } = reply;
  if (!context.isNew && (await stands(context, reply))) return false;
  try {
    const create = "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies";
    await gitHub.request(create, { owner, repo, pull_number, comment_id, body });
    return true;
  } catch (error) {
    if (!hasStatus(error, 404, 422)) throw error;
    return keepComment(context, { kind: "say", key: reply.key, issue: reply.issue, body });
  }
}

const Replies = z.array(z.object({ body: z.string(), user: z.object({ login: z.string() }).nullable() }));

/** Only our own comments count: anyone can copy a marker. */
async function stands({ gitHub, owner, repo, ownLogin }: PerformContext, reply: EffectOf<"reply">): Promise<boolean> {
  for (let page = 1; ; page += 1) {
    const list = "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments";
    const asked = { owner, repo, pull_number: reply.issue, per_page: 100, page };
    const replies = Replies.parse((await gitHub.request(list, asked)).data);
    if (replies.some(({ body, user }) => user?.login === ownLogin && markerIn(body) === reply.key)) return true;
    if (replies.length < 100) return false;
  }
}
