import { execFile } from "node:child_process";
import { chmod, constants, lstat, mkdir, open, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { hasCode } from "../../domain/errors.js";

const run = promisify(execFile);

/**
 * Writes a file below a folder that a candidate could fill. What lies in the way and is no folder, such as a link that leads
 * somewhere else, is taken away first: the judge may write where the candidate may not.
 */
export async function writeBelow(
  folder: string,
  file: string,
  { text, isShared }: { readonly text: string; readonly isShared: boolean },
): Promise<void> {
  await makeFoldersBelow(folder, path.dirname(file));
  const place = path.join(folder, file);
  await removeAll(place);
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const handle = await open(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  try {
    await handle.writeFile(text);
    if (isShared) await handle.chmod(0o666);
  } finally {
    await handle.close();
  }
}

/** Removes a file below a folder that a candidate could fill, and never through a link. */
export async function removeBelow(folder: string, file: string): Promise<void> {
  if (await hasRealFolders(folder, path.dirname(file))) await removeAll(path.join(folder, file));
}

/** Makes folders, and takes away what lies in their way. */
export async function makeFoldersBelow(folder: string, inner: string): Promise<void> {
  for (const place of placesTo(folder, inner)) {
    if (await isFolder(place)) continue;
    await rm(place, { force: true });
    await mkdir(place);
  }
}

/** Also folders that their owner closed. */
export async function removeAll(place: string): Promise<void> {
  try {
    await rm(place, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, "EACCES") && !hasCode(error, "EPERM")) throw error;
    await openAll(place);
    await rm(place, { recursive: true, force: true });
  }
}

/** Opens folders that a candidate closed, and follows no link. */
export async function openAll(place: string): Promise<void> {
  await run("chmod", ["-R", "u+rwX", "--", place]);
}

/** Empties a folder, except for entries that are kept. */
export async function emptyFolder(folder: string, kept: readonly string[]): Promise<void> {
  await chmod(folder, ((await lstat(folder)).mode & 0o777) | 0o700);
  const names = (await readdir(folder)).filter((name) => !kept.includes(name));
  for (const name of names) await removeAll(path.join(folder, name));
}

/** Copies with owners, modes and times; links stay links. */
export async function copyAll(from: string, to: string): Promise<void> {
  await run("cp", ["-a", "--", from, to]);
}

async function hasRealFolders(folder: string, inner: string): Promise<boolean> {
  for (const place of placesTo(folder, inner)) if (!(await isFolder(place))) return false;
  return true;
}

/** Every folder between the two, from the outermost. */
function placesTo(folder: string, inner: string): string[] {
  const parts = inner.split("/").filter((part) => part !== "" && part !== ".");
  return parts.map((_, index) => path.join(folder, ...parts.slice(0, index + 1)));
}

async function isFolder(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => undefined);
  return found?.isDirectory() === true;
}
