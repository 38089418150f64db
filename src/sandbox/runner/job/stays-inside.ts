import { realpath } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../../../domain/errors.js";

/** By name only: the path is the folder or below it. */
export function isBelow(folder: string, file: string): boolean {
  return file === folder || file.startsWith(`${folder}${path.sep}`);
}

/**
 * Also through links: an earlier step may have put a link to the rest of the machine where we are about to write or
 * remove. The part of the path that exists decides.
 */
export async function staysInside(folder: string, file: string): Promise<boolean> {
  if (!isBelow(folder, file)) return false;
  const real = await realpath(file).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (real !== undefined) return isBelow(await realpath(folder), real);
  return file === folder || staysInside(folder, path.dirname(file));
}
