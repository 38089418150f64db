import type { Sha } from "../../domain/ids.js";
import type { EffectOf, PerformContext } from "../client/github.js";
import { isStillAsked } from "../commits/branch-tip.js";
import { withKey } from "../commits/commit-key.js";
import { commitTreeOnBranch, treeWith } from "../commits/commit-tree.js";
import { haveSameWorkflows } from "../commits/workflow-folders.js";

type Restore = EffectOf<"restore-tree">;

/** Restores an earlier tree by one more commit, so that the history is kept. */
export async function restoreTree(context: PerformContext, effect: Restore): Promise<boolean> {
  if (!(await isStillAsked(context, effect))) return false;
  const { onto, to, files } = effect;
  const place = onto === undefined ? context : await permittedToTakeUp(context, effect.parent, onto);
  const { kind } = await commitTreeOnBranch(place, {
    ...effect,
    tree: await treeWith(place, onto ?? to, files),
    message: withKey(effect.message, effect.key),
    joins: onto === undefined ? [] : [onto],
  });
  return kind === "committed";
}

/**
 * Merging the base's workflow files needs the permission to write such files, which is requested only then
 * (decisions.md#narrow-tokens).
 */
async function permittedToTakeUp(context: PerformContext, head: Sha, base: Sha): Promise<PerformContext> {
  if (await haveSameWorkflows(context, head, base)) return context;
  return { ...context, gitHub: await context.connect({ contents: "write", workflows: "write" }) };
}
