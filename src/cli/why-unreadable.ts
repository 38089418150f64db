const WORDS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "you may not read it"],
  ["ENOTDIR", "a part of its path is no folder"],
]);

/** Why a file that somebody named cannot be read; anything but the file system's own no is a bug. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  return WORDS.get(String(error.code)) ?? String(error.code);
}
