import { isStillWanted } from "../branch-tip.js";
import { withKey } from "../commit-key.js";
import { commitTreeOnBranch, treeOf } from "../commit-tree.js";
import type { EffectOf, Hands } from "../github.js";

/** Back to an earlier tree by one more commit. Nothing is taken out of history, so that it can be read afterwards. */
export async function restoreTree(hands: Hands, effect: EffectOf<"restore-tree">): Promise<boolean> {
  if (!(await isStillWanted(hands, effect))) return false;
  const tree = await treeOf(hands, effect.to);
  const { kind } = await commitTreeOnBranch(hands, { ...effect, tree, message: withKey(effect.message, effect.key) });
  return kind === "committed";
}
