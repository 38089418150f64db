/** Writes loose objects as git stores them, without a process: a product writes thousands of them. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { formatTree, type TreeEntry } from "./objects.js";

export type ObjectWriter = {
  blob(content: Buffer): Promise<string>;
  /** Writes a commit or tag from its stored bytes. */
  object(type: "commit" | "tag", content: string): Promise<string>;
  /** Writes one level of a tree, in git's order. */
  tree(entries: readonly TreeEntry[]): Promise<string>;
};

const compress = promisify(deflate);
/** Loose objects are read-only, as git writes them. */
const READ_ONLY = 0o444;
const NAMES_REMEMBERED = 50_000;

export function createObjectWriter(directory: string): ObjectWriter {
  const objects = join(directory, "objects");
  const written = new Set<string>();

  const write = async (type: "blob" | "commit" | "tag" | "tree", content: Buffer): Promise<string> => {
    const stored = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const sha = createHash("sha1").update(stored).digest("hex");
    if (written.has(sha)) return sha;
    const folder = join(objects, sha.slice(0, 2));
    const temporary = join(objects, `tmp_obj_${randomUUID()}`);
    // Whoever is killed between the two leaves a file that git takes for a temporary one.
    await writeFile(temporary, await compress(stored, { level: 1 }), { mode: READ_ONLY });
    await mkdir(folder, { recursive: true });
    await rename(temporary, join(folder, sha.slice(2)));
    if (written.size >= NAMES_REMEMBERED) written.clear();
    written.add(sha);
    return sha;
  };

  return {
    blob: (content) => write("blob", content),
    object: (type, content) => write(type, Buffer.from(content)),
    tree: (entries) => write("tree", formatTree(entries)),
  };
}
