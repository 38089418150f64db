import type { Performed } from "../../engine/ports.js";
import type { EffectOf, PerformContext } from "../client/github.js";
import { isStillAsked } from "../commits/branch-tip.js";
import { withKey } from "../commits/commit-key.js";
import { commitOnBranch } from "../commits/commit-on-branch.js";

/**
 * Commits on exactly the decided parent, by compare-and-swap. Any other head, or one that has the key already, is left
 * as it is.
 */
export async function commitFiles(context: PerformContext, effect: EffectOf<"commit-files">): Promise<Performed> {
  if (!context.isNew && !(await isStillAsked(context, effect))) return false;
  const result = await commitOnBranch(context, { ...effect, message: withKey(effect.message, effect.key) });
  if (result.kind === "moved") return false;
  context.committed?.({ ...effect, head: result.head, tree: result.tree });
  return { head: result.head };
}
