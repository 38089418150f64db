import type { Tree, TreeEntry as TreeEntryType } from "@octokit/graphql-schema";
import type { TreeEntry } from "../../git/objects.js";
import { nodeId } from "../../node-id.js";
import type { Place } from "../asking.js";
import type { FieldsOf } from "../resolve-field.js";
import { blobNode } from "./blob-node.js";

/** A folder, and its path in the commit that it was reached from. */
export function treeNode(place: Place, sha: string, path: string): FieldsOf<Tree> & { __typename: "Tree" } {
  const { repository, git, shown } = place;
  return {
    __typename: "Tree",
    id: nodeId("Tree", repository.id, sha),
    oid: sha,
    entries: async () =>
      ((await git.tree(sha)) ?? []).map((entry) => treeEntryNode(place, entry, join(path, entry.path))),
    repository: shown,
  };
}

const join = (folder: string, name: string) => (folder === "" ? name : `${folder}/${name}`);

export function treeEntryNode(place: Place, entry: TreeEntry, path: string) {
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    extension: /\.[^./]+$/.exec(path)?.[0] ?? "",
    oid: entry.sha,
    type: entry.type,
    /** git writes modes in octal. GitHub's integer is the same number. */
    mode: Number.parseInt(entry.mode, 8),
    size: async () => (entry.type === "blob" ? ((await place.git.info(entry.sha))?.size ?? 0) : 0),
    object: () => objectOfEntry(place, entry, path),
    repository: place.shown,
  } satisfies FieldsOf<TreeEntryType>;
}

/** A submodule's commit is in another repository, so there is no object here. */
export async function objectOfEntry(place: Place, { type, sha }: Pick<TreeEntry, "type" | "sha">, path: string) {
  if (type === "commit") return null;
  if (type === "tree") return treeNode(place, sha, path);
  const content = await place.git.blob(sha);
  return content === undefined ? null : blobNode(place, sha, content);
}
