import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { TreeEntry } from "../../engine/ports.js";
import type { Place } from "../client/github.js";

const Tree = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({ path: z.string(), type: z.string(), mode: z.string(), sha: Sha, size: z.number().optional() }),
  ),
});

/** Every file of a commit. A tree that GitHub truncates is an error, never a short list. */
export async function treeEntries({ gitHub, owner, repo }: Place, commit: Sha): Promise<TreeEntry[]> {
  const whole = { owner, repo, tree_sha: commit, recursive: "1" };
  const { data } = await gitHub.request("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", whole);
  const { truncated, tree } = Tree.parse(data);
  if (truncated) throw new Error(`${owner}/${repo} at ${commit} has more files than GitHub lists`);
  return tree
    .filter(({ type }) => type !== "tree")
    .map(({ path, sha, mode, size = 0 }) => ({ path, blob: sha, mode, size }));
}
