import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * A folder and those above it that are missing. One by one, because Node's recursive way never comes back where the file
 * system answers a new folder with ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
