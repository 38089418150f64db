import { accept, type Outcome, refuse } from "../refusal.js";

/** Characters that some file systems drop from a name: `.g\u200cit` is `.git` to them. */
const IGNORED_BY_FILE_SYSTEMS = /\p{Default_Ignorable_Code_Point}/gu;
/** Control characters and lone surrogates, which no file name can contain. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
/** `GIT~1`, `PACKAG~1.JSO`: the short name that Windows gives a long one. It could refer to any file. */
const SHORT_NAME = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/;
const DRIVE = /^[a-z]:/i;
const MAX_LENGTH = 1_024;

/** A path that can be judged: `path` as git writes it, `key` as the most tolerant file system reads it. */
export type NormalPath = { readonly path: string; readonly key: string };

/**
 * Normalises a path so that it can be judged (decisions.md#paths-are-normalised-first), or returns why it cannot be.
 * Callers read and write `path`, never the given spelling.
 */
export function normalisePath(raw: string): Outcome<NormalPath> {
  const no = (code: string, why: string) => refuse(code, `${JSON.stringify(raw)} ${why}`, { path: raw });
  if (raw.length > MAX_LENGTH) return refuse("path-too-long", `a path has at most ${MAX_LENGTH} characters`);
  if (UNPRINTABLE.test(raw)) return no("path-unprintable", "holds characters that cannot be shown");
  const slashed = raw.normalize("NFC").replaceAll("\\", "/");
  const segments = resolveDots(slashed.split("/"));
  if (segments === undefined) return no("path-escapes", "leads out of the repository");
  if (slashed.startsWith("/") || DRIVE.test(visible(segments[0] ?? ""))) {
    return no("path-absolute", "must be relative to the repository");
  }
  if (segments.length === 0) return no("path-empty", "names no file");
  const keys = segments.map(segmentKey);
  if (keys.some((key) => key === "")) return no("path-ambiguous", "has a part that some file systems read as nothing");
  if (keys.some((key) => SHORT_NAME.test(key))) return no("path-short-name", "could be a Windows name of another file");
  if (keys.includes(".git")) return no("path-in-git", "reaches into git's own folder");
  return accept({ path: segments.join("/"), key: keys.join("/") });
}

/** Undefined when `..` leaves the root. Some file systems read a part of dots and spaces as `.` or `..`. */
function resolveDots(segments: readonly string[]): string[] | undefined {
  const resolved: string[] = [];
  for (const segment of segments) {
    const dots = visible(segment).replace(/(?<! ) +$/, "");
    if (dots === "" || dots === ".") continue;
    if (dots !== "..") resolved.push(segment);
    else if (resolved.pop() === undefined) return undefined;
  }
  return resolved;
}

function visible(segment: string): string {
  return segment.replace(IGNORED_BY_FILE_SYSTEMS, "");
}

/** One spelling for all names that Windows, macOS and Linux may treat as the same. */
function segmentKey(segment: string): string {
  return visible(segment)
    .replace(/:.*$/s, "") // NTFS streams: `.git::$INDEX_ALLOCATION` is `.git`
    .replace(/(?<![. ])[. ]+$/, "") // Windows removes them
    .toUpperCase() // Folds ſ, which lower-casing keeps
    .toLowerCase()
    .normalize("NFC");
}
