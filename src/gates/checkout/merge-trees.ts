import path from "node:path";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { git } from "../run/git.js";
import type { Snapshot } from "../run/workbench.js";
import type { Checkout } from "./open-checkout.js";

/** Computes the tree of a merge of head into base without changing either (decisions.md#merge-only-what-was-judged). */
export async function mergeTrees(head: Checkout, base: Checkout): Promise<Outcome<Snapshot>> {
  const { gitDir } = head;
  const alternates = { GIT_ALTERNATE_OBJECT_DIRECTORIES: path.join(base.gitDir, "objects") };
  const merged = await git(gitDir, ["merge-tree", "--write-tree", "--name-only", "-z", base.commit, head.commit], {
    env: alternates,
    allowed: [1],
  });
  const [tree = "", ...conflicts] = merged.stdout.split("\0");
  if (merged.code === 0) return accept({ gitDir, tree, objects: path.join(base.gitDir, "objects") });
  const files = conflicts.slice(0, conflicts.indexOf(""));
  return refuse("merge-conflict", `head and base change the same lines of ${files.join(", ")}`, { files });
}
