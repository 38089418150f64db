import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import picomatch from "picomatch";
import { hasCode } from "../../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { isBelow } from "../job/stays-inside.js";

/** Files for an artifact, and the folder their names in it are relative to. */
export type UploadFiles = { readonly root: string; readonly files: readonly string[] };

export type UploadSearch = {
  /** One path or pattern per line; `!` excludes. */
  readonly patterns: string;
  readonly workspace: string;
  /** Nothing outside this folder is read, not even through a link: the machine is not the job's. */
  readonly boundary: string;
  readonly hidden: boolean;
};

type Pattern = { readonly text: string; readonly searchPath: string; readonly matches: (file: string) => boolean };

/** Finds what actions/upload-artifact would: a folder means all in it; the common ancestor is the root. */
export async function findUploadFiles(search: UploadSearch): Promise<Outcome<UploadFiles>> {
  const lines = search.patterns.split("\n").map((line) => line.trim());
  const requested = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const includes = requested.filter((line) => !line.startsWith("!")).map((line) => toPattern(line, search.workspace));
  const excludes = requested
    .filter((line) => line.startsWith("!"))
    .map((line) => toPattern(line.slice(1), search.workspace));
  const found = new Set<string>();
  for (const pattern of includes) {
    if (!isBelow(search.boundary, pattern.searchPath)) return outside(pattern.text);
    const files = await walk(pattern.searchPath, search);
    if (!files.ok) return files;
    for (const file of files.value.filter(pattern.matches)) found.add(file);
  }
  const files = [...found].filter((file) => !excludes.some((pattern) => pattern.matches(file))).sort();
  return accept({
    root: rootOf(
      includes.map((pattern) => pattern.searchPath),
      files,
    ),
    files,
  });
}

function toPattern(text: string, workspace: string): Pattern {
  const absolute = path.resolve(workspace, text);
  const { base, isGlob } = picomatch.scan(absolute);
  // A pattern that names a folder means everything in it.
  const match = isGlob ? picomatch([absolute, `${absolute}/**`], { dot: true }) : undefined;
  return {
    text,
    searchPath: isGlob ? base : absolute,
    matches: match ?? ((file) => file === absolute || file.startsWith(`${absolute}${path.sep}`)),
  };
}

/** All files below a path. A hidden name ends the descent, also at the search path itself, as the real one does. */
async function walk(start: string, search: UploadSearch): Promise<Outcome<string[]>> {
  const files: string[] = [];
  const seen = new Set<string>();
  const queue = [start];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (!search.hidden && path.basename(next).startsWith(".")) continue;
    const real = await realpath(next).catch((error: unknown) => {
      // A search path that does not exist, or a link to nowhere: nothing to upload there.
      if (hasCode(error, "ENOENT") || hasCode(error, "ELOOP")) return undefined;
      throw error;
    });
    if (real === undefined) continue;
    if (!isBelow(search.boundary, real)) return outside(next);
    const status = await stat(real);
    if (status.isFile()) files.push(next);
    else if (status.isDirectory() && !seen.has(real)) {
      seen.add(real);
      queue.push(...(await readdir(real)).map((name) => path.join(next, name)));
    }
  }
  return accept(files);
}

/** The common ancestor of what was searched; of a single file, or of files alone, the folder it is in. */
function rootOf(searchPaths: readonly string[], files: readonly string[]): string {
  const [own = [], ...others] = searchPaths.map((searchPath) => searchPath.split(path.sep));
  const differs = own.findIndex((part, index) => others.some((parts) => parts[index] !== part));
  const common = differs === -1 ? own : own.slice(0, differs);
  const ancestor = common.join(path.sep) || path.sep;
  return files.includes(ancestor) ? path.dirname(ancestor) : ancestor;
}

function outside(file: string): Outcome<never> {
  return refuse("outside-the-job", `${file} is outside the job's folder; only files of the job can be uploaded`);
}
