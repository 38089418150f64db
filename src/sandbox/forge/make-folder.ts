import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its missing parents one by one. Node's recursive mode never returns where the file system
 * answers a new folder with ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
