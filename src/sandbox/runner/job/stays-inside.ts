import { realpath } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../../../domain/errors.js";

/** Compares names only: the path is the folder or below it. */
export function isBelow(folder: string, file: string): boolean {
  return file === folder || file.startsWith(`${folder}${path.sep}`);
}

/**
 * Also resolves links: an earlier step may have placed a link to another part of the machine where the runner writes or
 * removes. The existing part of the path decides.
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
