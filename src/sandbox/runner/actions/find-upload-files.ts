import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import picomatch from "picomatch";
import { hasCode } from "../../../domain/errors.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { isBelow } from "../job/stays-inside.js";

/** The files of an artifact. Their names are relative to `root`. */
export type UploadFiles = { readonly root: string; readonly files: readonly string[] };

export type UploadSearch = {
  /** One path or pattern per line; `!` excludes. */
  readonly patterns: string;
  readonly workspace: string;
  /**
   * No file outside this folder is read, not even through a link. The rest of the machine does not belong to the job.
   */
  readonly boundary: string;
  readonly hidden: boolean;
};

type Pattern = { readonly text: string; readonly searchPath: string; readonly matches: (file: string) => boolean };

/**
 * Finds the same files as actions/upload-artifact: a folder includes all of its files, and the common ancestor is the
 * root.
 */
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
  // A pattern that matches a folder includes everything in it.
  const match = isGlob ? picomatch([absolute, `${absolute}/**`], { dot: true }) : undefined;
  return {
    text,
    searchPath: isGlob ? base : absolute,
    matches: match ?? ((file) => file === absolute || file.startsWith(`${absolute}${path.sep}`)),
  };
}

/** All files below a path. A hidden name is not entered, even as the search path itself, like in the real action. */
async function walk(start: string, search: UploadSearch): Promise<Outcome<string[]>> {
  const files: string[] = [];
  const seen = new Set<string>();
  const queue = [start];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (!search.hidden && path.basename(next).startsWith(".")) continue;
    const real = await realpath(next).catch((error: unknown) => {
      // The search path does not exist or is a broken link. There is nothing to upload.
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

/** The common ancestor of the search paths. For files alone it is the folder of the files. */
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
