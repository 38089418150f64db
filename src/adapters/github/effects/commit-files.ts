import { isStillWanted } from "../branch-tip.js";
import { withKey } from "../commit-key.js";
import { commitOnBranch } from "../commit-on-branch.js";
import type { EffectOf, Hands } from "../github.js";

/** On exactly the parent that was decided about. Any other head, or one that has the key already, is left as it is. */
export async function commitFiles(hands: Hands, effect: EffectOf<"commit-files">): Promise<boolean> {
  if (!(await isStillWanted(hands, effect))) return false;
  const { kind } = await commitOnBranch(hands, { ...effect, message: withKey(effect.message, effect.key) });
  return kind === "committed";
}
