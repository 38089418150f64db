import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { EffectOf, PerformContext } from "../client/github.js";
import { isStillAsked } from "../commits/branch-tip.js";
import { withKey } from "../commits/commit-key.js";
import { commitTreeOnBranch, treeOf } from "../commits/commit-tree.js";
import { treeEntries } from "../commits/tree-entries.js";

type PutBackFiles = EffectOf<"put-back-files">;
type Listed = ReadonlyMap<string, { readonly mode: string; readonly blob: Sha }>;

const Named = z.object({ sha: Sha });
/** A module's file must be a file: a folder or a submodule in its place is an error. */
const FileMode = z.enum(["100644", "100755", "120000"]);
type NewEntry = { path: string; mode: z.infer<typeof FileMode>; type: "blob" } & (
  | { sha: Sha | null }
  | { content: string }
);

/** The history is kept: one more commit restores the files. */
export async function putBackFiles(context: PerformContext, effect: PutBackFiles): Promise<boolean> {
  if (!(await isStillAsked(context, effect))) return false;
  const { gitHub, owner, repo } = context;
  const listed = new Map<Sha, Listed>();
  for (const commit of new Set([effect.parent, ...effect.back.map(({ at }) => at)])) {
    const entries = await treeEntries(context, commit);
    listed.set(commit, new Map(entries.map((entry) => [entry.path, entry])));
  }
  const tree: NewEntry[] = [
    ...effect.back.flatMap(({ path, at }) => entryOf(path, listed.get(effect.parent), listed.get(at))),
    ...effect.files.map(({ path, text }) => ({ path, mode: "100644", type: "blob", content: text }) as const),
  ];
  const { data } = await gitHub.request("POST /repos/{owner}/{repo}/git/trees", {
    owner,
    repo,
    base_tree: await treeOf(context, effect.parent),
    tree,
  });
  const { kind } = await commitTreeOnBranch(context, {
    ...effect,
    tree: Named.parse(data).sha,
    message: withKey(effect.message, effect.key),
  });
  return kind === "committed";
}

/** Null if it is unchanged: GitHub refuses to remove a missing file. */
function entryOf(path: string, now: Listed | undefined, then: Listed | undefined): NewEntry[] {
  const [stands, stood] = [now?.get(path), then?.get(path)];
  if (stands?.blob === stood?.blob && stands?.mode === stood?.mode) return [];
  if (stood === undefined) return [{ path, mode: "100644", type: "blob", sha: null }];
  return [{ path, mode: FileMode.parse(stood.mode), type: "blob", sha: stood.blob }];
}
