import { accessSync, constants, mkdirSync } from "node:fs";

const WORDS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "you may not read it"],
  ["ENOTDIR", "a part of its path is no folder"],
]);

/** Why a configured file cannot be read; any other error than the file system's is a bug. */
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

/** Why a configured folder is not writable, or null. A missing folder is created. */
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
