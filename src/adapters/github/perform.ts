import { z } from "zod";
import type { Effect } from "../../domain/factory/effect.js";
import type { RepositoryRef } from "../../ports.js";
import { markerIn } from "../../render/marker.js";
import type { GitHub, Hands } from "./github.js";
import { proposeFiles } from "./propose-files.js";

/** Effects that are GitHub's; model calls and gate runs are jobs. */
export type GitHubEffect = Exclude<Effect, { kind: "draft-spec" }>;

type Of<K extends GitHubEffect["kind"]> = Extract<GitHubEffect, { kind: K }>;

/** Looks before it creates, so that doing it again leaves one result; says whether there was anything left to do. */
export async function perform(
  gitHub: GitHub,
  { owner, name: repo }: RepositoryRef,
  effect: GitHubEffect,
  ownLogin: string,
): Promise<boolean> {
  const hands = { gitHub, owner, repo, ownLogin };
  switch (effect.kind) {
    case "propose-files":
      await proposeFiles(hands, effect);
      return true;
    case "say":
    case "keep-comment":
      return comment(hands, effect);
    case "react":
      await react(hands, effect);
      return true;
    case "merge-pull-request":
      return merge(hands, effect);
    default:
      return effect satisfies never;
  }
}

/** Said once, or kept current. */
async function comment(hands: Hands, { kind, issue, key, body }: Of<"say" | "keep-comment">): Promise<boolean> {
  const { gitHub, owner, repo } = hands;
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

/** GitHub keeps one reaction of a kind per account: reacting twice is reacting once. */
async function react({ gitHub, owner, repo }: Hands, { comment, content }: Of<"react">): Promise<void> {
  const create = "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions";
  await gitHub.request(create, { owner, repo, comment_id: comment, content });
}

async function merge({ gitHub, owner, repo }: Hands, effect: Of<"merge-pull-request">): Promise<boolean> {
  const pull = { owner, repo, pull_number: effect.number };
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", pull);
  if (z.object({ merged: z.boolean() }).parse(data).merged) return false;
  await gitHub.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
    ...pull,
    sha: effect.head,
    merge_method: "squash",
    commit_title: effect.title,
    commit_message: effect.message,
  });
  return true;
}
