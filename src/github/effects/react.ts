import { hasStatus } from "../../domain/errors.js";
import type { EffectOf, PerformContext } from "../client/github.js";

const CREATED = 201;

/**
 * GitHub keeps one reaction of a kind per account, and answers 200 to a second one. A deleted comment needs no reaction
 * and must not block other effects.
 */
export async function react(
  { gitHub, owner, repo }: PerformContext,
  { comment, content }: EffectOf<"react">,
): Promise<boolean> {
  const create = "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions";
  try {
    const { status } = await gitHub.request(create, { owner, repo, comment_id: comment, content });
    return Number(status) === CREATED;
  } catch (error) {
    if (hasStatus(error, 404, 410)) return false;
    throw error;
  }
}
