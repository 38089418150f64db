import { z } from "zod";
import { markerIn } from "../../../render/marker.js";
import type { EffectOf, Hands } from "../github.js";

/** Said once, or kept current. */
export async function keepComment(hands: Hands, effect: EffectOf<"say" | "keep-comment">): Promise<boolean> {
  const { gitHub, owner, repo } = hands;
  const { kind, issue, key, body } = effect;
  const found = await findOwnComment(hands, issue, key);
  if (found === undefined) {
    const create = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
    await gitHub.request(create, { owner, repo, issue_number: issue, body });
    return true;
  }
  if (kind === "say" || found.body === body) return false;
  const update = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
  await gitHub.request(update, { owner, repo, comment_id: found.id, body });
  return true;
}

const Comments = z.array(
  z.object({ id: z.number(), body: z.string().nullish(), user: z.object({ login: z.string() }).nullable() }),
);

/**
 * Only our own comments count: anybody can copy a marker. The lowest id wins, so that two replicas that both posted agree
 * on which one stays.
 */
async function findOwnComment({ gitHub, owner, repo, ownLogin }: Hands, issue_number: number, key: string) {
  for (let page = 1; ; page += 1) {
    const list = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
    const { data } = await gitHub.request(list, { owner, repo, issue_number, per_page: 100, page });
    const comments = Comments.parse(data);
    const found = comments.find(({ body, user }) => user?.login === ownLogin && markerIn(body ?? "") === key);
    if (found !== undefined || comments.length < 100) return found;
  }
}
