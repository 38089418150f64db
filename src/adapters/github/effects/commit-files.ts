import type { Performed } from "../../../ports.js";
import { isStillWanted } from "../branch-tip.js";
import { withKey } from "../commit-key.js";
import { commitOnBranch } from "../commit-on-branch.js";
import type { EffectOf, Hands } from "../github.js";

/** On exactly the parent that was decided about, by compare-and-swap. Any other head, or one that has the key already, is left as it is. */
export async function commitFiles(hands: Hands, effect: EffectOf<"commit-files">): Promise<Performed> {
  if (!hands.isNew && !(await isStillWanted(hands, effect))) return false;
  const result = await commitOnBranch(hands, { ...effect, message: withKey(effect.message, effect.key) });
  if (result.kind === "moved") return false;
  hands.committed?.({ ...effect, head: result.head, tree: result.tree });
  return { head: result.head };
}
