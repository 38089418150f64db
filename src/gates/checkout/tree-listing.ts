import type { Sha } from "../../domain/ids.js";

/** One entry of `git ls-tree`: a file, a link or a submodule. */
export type TreeEntry = { readonly path: string; readonly mode: string; readonly blob: Sha };

/** Parses `git ls-tree -r -z`. Entries end with NUL, so any file name is possible. */
export function parseListing(text: string): TreeEntry[] {
  return text
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const tab = line.indexOf("\t");
      const [mode = "", , blob = ""] = line.slice(0, tab).split(" ");
      return { path: line.slice(tab + 1), mode, blob };
    });
}
