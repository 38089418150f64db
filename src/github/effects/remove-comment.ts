import { hasStatus } from "../../domain/errors.js";
import type { EffectOf, PerformContext } from "../client/github.js";

/** A comment that is gone already counts as removed. */
export async function removeComment(
  { gitHub, owner, repo }: PerformContext,
  effect: EffectOf<"remove-comment">,
): Promise<boolean> {
  const { comment: comment_id } = effect;
  try {
    await gitHub.request("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", { owner, repo, comment_id });
    return true;
  } catch (error) {
    if (hasStatus(error, 404, 410)) return false;
    throw error;
  }
}
