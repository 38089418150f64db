/** Resets the refs of a bare repository to the expected ones, and removes files of a killed git. */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { mustGit } from "./run-git.js";

export type RequestedRefs = {
  readonly head: string;
  readonly refs: ReadonlyMap<string, string>;
  /** Unexpected refs that may stay. */
  readonly mayStay: (ref: string) => boolean;
};

/** A changed ref. `to` is undefined for a deleted one. */
export type RestoredRef = { readonly ref: string; readonly to: string | undefined };

/** A running git renames or removes its own lock file. No git may run here, so every lock file is stale. */
export async function removeLocks(directory: string): Promise<void> {
  const locks = [...(await lockFiles(directory, false)), ...(await lockFiles(join(directory, "refs"), true))];
  for (const file of [...locks, join(directory, "packed-refs.new")]) await rm(file, { force: true });
}

async function lockFiles(folder: string, recursive: boolean): Promise<string[]> {
  const names = await readdir(folder, { recursive });
  return names.filter((name) => name.endsWith(".lock")).map((name) => join(folder, name));
}

export async function restoreRefs(directory: string, requested: RequestedRefs): Promise<RestoredRef[]> {
  const present = await presentRefs(directory);
  const strays = [...present.keys()].filter((ref) => !requested.refs.has(ref) && !requested.mayStay(ref));
  const others = [...requested.refs].filter(([ref, sha]) => present.get(ref) !== sha);
  // Deletions come first: `a` cannot be created while `a/b` exists.
  await updateRefs(
    directory,
    strays.map((ref) => `delete ${ref}\n`),
  );
  await updateRefs(
    directory,
    others.map(([ref, sha]) => `update ${ref} ${sha}\n`),
  );
  if ((await readFile(join(directory, "HEAD"), "utf8")).trim() !== `ref: ${requested.head}`)
    await mustGit(directory, ["symbolic-ref", "HEAD", requested.head]);
  return [...strays.map((ref) => ({ ref, to: undefined })), ...others.map(([ref, to]) => ({ ref, to }))];
}

async function updateRefs(directory: string, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await mustGit(directory, ["update-ref", "--no-deref", "--stdin"], { input: lines.join("") });
}

async function presentRefs(directory: string): Promise<Map<string, string>> {
  const text = await mustGit(directory, ["for-each-ref", "--format=%(objectname) %(refname)"]);
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)] as const));
}
