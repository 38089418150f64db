/** Checks the changes of `createCommitOnBranch` against the tree that they apply to. */
import type { FileChanges } from "@octokit/graphql-schema";
import { entryAt } from "../../git/tree-listing.js";
import type { Place } from "../asking.js";
import { GraphqlRefusal } from "../graphql-refusal.js";

type Judged = { readonly tree: string; readonly head: string; readonly changes: FileChanges };

/** Files are written with mode 100644, whatever mode they had (decisions.md#github-compare-and-swap). */
export async function checkedChanges({ git }: Place, { tree, head, changes }: Judged) {
  const deletions = (changes.deletions ?? []).map(({ path }) => path);
  for (const path of deletions) {
    const entry = await entryAt(git, tree, refuseMalformed(path));
    if (entry === undefined || entry.type === "tree") {
      throw unprocessable(`A path was requested for deletion which does not exist as of commit oid \`${head}\``);
    }
  }
  const additions = (changes.additions ?? []).map(({ path, contents }) => ({
    path,
    content: decoded(path, String(contents)),
  }));
  const paths = new Set(additions.map(({ path }) => refuseMalformed(path)));
  for (const path of paths) {
    const blocked = await fileInTheWay(path, async (at) => {
      if (at !== path && paths.has(at)) return true;
      const entry = deletions.includes(at) ? undefined : await entryAt(git, tree, at);
      return entry !== undefined && (entry.type === "tree") === (at === path);
    });
    if (blocked !== undefined) throw unprocessable(`The path '${path}' cannot be written: '${blocked}' is in its way`);
  }
  return { additions, deletions };
}

/** A file cannot replace a folder or lie below another file. */
async function fileInTheWay(path: string, isInTheWay: (at: string) => Promise<boolean>): Promise<string | undefined> {
  const parts = path.split("/");
  for (const length of parts.keys()) {
    const at = parts.slice(0, length + 1).join("/");
    if (await isInTheWay(at)) return at;
  }
  return undefined;
}

const unprocessable = (message: string) => new GraphqlRefusal("UNPROCESSABLE", message);

function refuseMalformed(path: string): string {
  const malformed = path
    .split("/")
    .some((part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git");
  if (malformed || path.includes("\0")) throw unprocessable(`The path '${path}' contains a malformed path component`);
  return path;
}

function decoded(path: string, contents: string): Buffer {
  const plain = contents.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.length % 4 === 1) {
    throw unprocessable(`The contents of '${path}' are not valid Base64`);
  }
  return Buffer.from(plain, "base64");
}
