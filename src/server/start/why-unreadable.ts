import { accessSync, constants, mkdirSync } from "node:fs";

const WORDS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "you may not read it"],
  ["ENOTDIR", "a part of its path is no folder"],
]);

/** Why a file that somebody named cannot be read; anything but the file system's own no is a bug. */
export function whyUnreadable(error: unknown): string {
  const code = codeOf(error);
  return WORDS.get(code) ?? code;
}

const NOT_WRITABLE: ReadonlyMap<string, string> = new Map([
  ["EEXIST", "it is no folder"],
  ["ENOTDIR", "a part of its path is no folder"],
  ["EACCES", "the App may not"],
  ["EPERM", "the App may not"],
  ["EROFS", "the file system is read-only"],
]);

/** Why nothing can be written in a folder that somebody named, or null. It is made where there is none: whoever writes there would. */
export function whyNotWritable(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    return NOT_WRITABLE.get(code) ?? code;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  return String(error.code);
}
