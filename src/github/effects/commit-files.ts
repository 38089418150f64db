import type { Performed } from "../../engine/ports.js";
import type { EffectOf, Hands } from "../client/github.js";
import { isStillWanted } from "../commits/branch-tip.js";
import { withKey } from "../commits/commit-key.js";
import { commitOnBranch } from "../commits/commit-on-branch.js";

/** On exactly the parent that was decided about, by compare-and-swap. Any other head, or one that has the key already, is left as it is. */
export async function commitFiles(hands: Hands, effect: EffectOf<"commit-files">): Promise<Performed> {
  if (!hands.isNew && !(await isStillWanted(hands, effect))) return false;
  const result = await commitOnBranch(hands, { ...effect, message: withKey(effect.message, effect.key) });
  if (result.kind === "moved") return false;
  hands.committed?.({ ...effect, head: result.head, tree: result.tree });
  return { head: result.head };
}
