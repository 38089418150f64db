import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { EffectOf, PerformContext } from "../client/github.js";
import { isStillAsked } from "../commits/branch-tip.js";
import { withKey } from "../commits/commit-key.js";
import { commitTreeOnBranch, treeWith } from "../commits/commit-tree.js";

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

const WORKFLOWS = `query ($owner: String!, $name: String!, $head: String!, $base: String!) {
  repository(owner: $owner, name: $name) { head: object(expression: $head) { oid } base: object(expression: $base) { oid } }
}`;
const Entry = z.object({ oid: Sha }).nullable();
const Workflows = z.object({ repository: z.object({ head: Entry, base: Entry }) });

/**
 * Merging the base's workflow files needs the permission to write such files, which is requested only then
 * (decisions.md#narrow-tokens).
 */
async function permittedToTakeUp(context: PerformContext, head: Sha, base: Sha): Promise<PerformContext> {
  const { gitHub, owner, repo } = context;
  const folder = (commit: Sha) => `${commit}:.github/workflows`;
  const answer = await gitHub.graphql(WORKFLOWS, { owner, name: repo, head: folder(head), base: folder(base) });
  const { repository } = Workflows.parse(answer);
  if (repository.head?.oid === repository.base?.oid) return context;
  return { ...context, gitHub: await context.connect({ contents: "write", workflows: "write" }) };
}
