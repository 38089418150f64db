import { chmod, lstat, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../../../domain/errors.js";

/**
 * Removes a folder with its content, even if a step removed its own permissions. Permissions are restored first: node
 * removes in parallel, and would continue in the background after it fails at a locked folder.
 */
export async function removeTree(folder: string): Promise<void> {
  await openUp(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function openUp(file: string): Promise<void> {
  const status = await lstat(file).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (status?.isDirectory() !== true) return;
  if ((status.mode & 0o700) !== 0o700) await chmod(file, 0o700);
  const entries = await readdir(file, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  await Promise.all(folders.map((entry) => openUp(path.join(file, entry.name))));
}
