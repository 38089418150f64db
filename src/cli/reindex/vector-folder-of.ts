import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/** The named folder, or the App's own: it has one for each repository, named by the repository's id. */
export async function vectorFolderOf(into: string | undefined, root: string): Promise<Outcome<string>> {
  if (into !== undefined) return accept(into);
  const [only, ...more] = (await foldersIn(root)).filter((name) => /^\d+$/.test(name)).sort();
  if (only === undefined) {
    return refuse("no-folder", `${root} has vectors of no repository yet. Name a folder with --into.`);
  }
  if (more.length === 0) return accept(join(root, only));
  const named = [only, ...more].map((name) => join(root, name)).join(", ");
  return refuse("which-folder", `The App has vectors of several repositories. Name one with --into: ${named}.`);
}

async function foldersIn(root: string): Promise<string[]> {
  try {
    return await readdir(root);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}
