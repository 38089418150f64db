import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs on PATH. Only PATH is searched, so that a shorter PATH hides programs. */
export function findOnPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
