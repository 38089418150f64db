import { z } from "zod";
import type { Caller } from "../../context.js";
import type { PathChange } from "../../git/change-tree.js";
import type { GitRepository } from "../../git/git-repository.js";
import { entryAt, treeListing } from "../../git/tree-listing.js";
import { GitHubError, notFound, unprocessable } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { mayChangeWorkflows, WORKFLOW_FOLDER } from "../actions/workflow-files.js";

const NewEntry = z.looseObject({
  path: z.string().optional(),
  mode: z.enum(["100644", "100755", "040000", "160000", "120000"]).optional(),
  type: z.enum(["blob", "tree", "commit"]).optional(),
  sha: z.string().nullish(),
  content: z.string().optional(),
});
type NewEntry = z.infer<typeof NewEntry>;

/** The body of POST git/trees. */
export const NewTree = z.looseObject({ tree: z.array(NewEntry), base_tree: z.string().optional() });
export type NewTree = z.infer<typeof NewTree>;

type Builder = { readonly hub: Hub; readonly caller: Caller; readonly git: GitRepository };

/** A tree from a base and changes: a blob by SHA or by content, a whole subtree, or a deletion (`sha: null`). */
export async function buildTree({ hub, caller, git }: Builder, requested: NewTree): Promise<string> {
  const base = requested.base_tree === undefined ? null : await baseTree(git, requested.base_tree);
  for (const { path } of requested.tree) refusePath(hub, caller, path);
  const texts = requested.tree.flatMap(({ content }) => (content === undefined ? [] : [Buffer.from(content)]));
  const blobs = (await git.writeBlobs(texts))[Symbol.iterator]();
  const changes: PathChange[] = [];
  for (const entry of requested.tree) {
    const sha = entry.content === undefined ? entry.sha : blobs.next().value;
    changes.push(...(await changesOf(git, { base, entry, sha })));
  }
  return git.changeTree(base, changes);
}

async function baseTree(git: GitRepository, name: string): Promise<string> {
  const tree = (await git.commit(name))?.tree ?? name;
  if ((await git.info(tree))?.type !== "tree") throw new GitHubError(404, "base_tree is not a valid tree oid");
  return tree;
}

/** GitHub answers 404 for a workflow file that the token may not change. */
function refusePath(hub: Hub, caller: Caller, path: string | undefined): void {
  if (path === undefined || path === "") throw unprocessable("tree.path can't be blank");
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git")) {
    throw unprocessable("tree.path contains a malformed path component");
  }
  if (path.startsWith(WORKFLOW_FOLDER) && !mayChangeWorkflows(hub, caller)) throw notFound();
}

type Placed = { readonly base: string | null; readonly entry: NewEntry; readonly sha: string | null | undefined };

async function changesOf(git: GitRepository, { base, entry, sha }: Placed): Promise<PathChange[]> {
  const path = entry.path ?? "";
  if (sha === undefined) throw unprocessable("tree.sha or tree.content must be given");
  if (sha === null) return deletionOf(git, base, path);
  const info = await git.info(sha);
  if (entry.mode === "040000" || entry.type === "tree") {
    if (info?.type !== "tree") throw unprocessable(`tree.sha ${sha} is not a valid tree`);
    const removed = await deletionOf(git, base, path, true);
    const listing = await treeListing(git, sha, true);
    const added = (listing?.entries ?? []).filter(({ type }) => type !== "tree");
    return [...removed, ...added.map((below) => ({ path: `${path}/${below.path}`, mode: below.mode, sha: below.sha }))];
  }
  if (entry.mode === "160000") return [{ path, mode: "160000", sha }];
  if (info?.type !== "blob") throw unprocessable(`tree.sha ${sha} is not a valid blob`);
  return [{ path, mode: entry.mode ?? "100644", sha }];
}

/** Deleting a folder deletes its content. Deleting a missing path is refused. */
async function deletionOf(
  git: GitRepository,
  base: string | null,
  path: string,
  optional = false,
): Promise<PathChange[]> {
  const entry = base === null ? undefined : await entryAt(git, base, path);
  if (entry === undefined) {
    if (optional) return [];
    throw unprocessable("GitRPC::BadObjectState");
  }
  if (entry.type !== "tree") return [{ path, mode: entry.mode, sha: null }];
  const listing = await treeListing(git, entry.sha, true);
  const files = (listing?.entries ?? []).filter(({ type }) => type !== "tree");
  return files.map((below) => ({ path: `${path}/${below.path}`, mode: below.mode, sha: null }));
}
