import { createHash } from "node:crypto";
import type { Sha } from "../../domain/ids.js";
import type { TreeEntry } from "../../engine/ports.js";

type File = Pick<TreeEntry, "path" | "blob" | "mode">;

/** The git tree id of a folder with these files, including subfolders. */
export function gitTreeSha(files: readonly File[]): Sha {
  const here: { readonly name: string; readonly mode: string; readonly sha: Sha }[] = [];
  const folders = new Map<string, File[]>();
  for (const file of files) {
    const slash = file.path.indexOf("/");
    if (slash < 0) {
      here.push({ name: file.path, mode: file.mode, sha: file.blob });
      continue;
    }
    const folder = file.path.slice(0, slash);
    const inside = folders.get(folder) ?? [];
    inside.push({ ...file, path: file.path.slice(slash + 1) });
    folders.set(folder, inside);
  }
  for (const [name, inside] of folders) here.push({ name, mode: "40000", sha: gitTreeSha(inside) });
  const sorted = here
    // Sorted by bytes, with a folder as if its name ended with a slash.
    .map((entry) => ({ ...entry, place: Buffer.from(entry.mode === "40000" ? `${entry.name}/` : entry.name) }))
    .sort((a, b) => Buffer.compare(a.place, b.place));
  const body = Buffer.concat(
    sorted.flatMap(({ name, mode, sha }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, "hex")]),
  );
  return createHash("sha1").update(`tree ${body.length}\0`).update(body).digest("hex");
}
