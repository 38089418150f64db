import { gitBlobSha } from "../../domain/hash.js";
import type { Sha, TaskId } from "../../domain/ids.js";
import type { FileToWrite } from "../../engine/effects/effect-parts.js";
import type { RepositoryReader, RepositoryRef } from "../../engine/ports.js";
import { mergeLines } from "../../features/undo/rules/merge-lines.js";
import { isReverted, revertPath, type ThreeBlobs } from "../../features/undo/rules/revert-paths.js";
import { readTree, type Tree } from "../../roles/reading/read-task.js";

/** A merge to revert. */
export type Merge = { readonly task_id: TaskId; readonly merge_sha: Sha };

/** The new default branch; or the files that were changed since in the same places, with the merge they came from. */
export type Reverted =
  | { readonly kind: "clean"; readonly files: readonly FileToWrite[]; readonly deletions: readonly string[] }
  | { readonly kind: "conflict"; readonly paths: readonly { readonly path: string; readonly task_id: TaskId }[] };

/** Ordinary files; other kinds cannot be written back as text. */
const ORDINARY = new Set(["100644", "100755"]);

/** Reverts merges one after the other, newest first, on top of `head`: a three-way merge by file and line. */
export async function revertMerges(
  repository: RepositoryRef,
  { head, merges }: { readonly head: Tree; readonly merges: readonly Merge[] },
  reader: RepositoryReader,
): Promise<Reverted> {
  const now = new Map<string, Sha>(head.blobs);
  const written = new Map<Sha, string>();
  const conflicts: { path: string; task_id: TaskId }[] = [];
  const textOf = async (blob: Sha) => written.get(blob) ?? reader.blob(repository, blob);
  for (const { task_id, merge_sha } of merges) {
    const merged = await readTree(repository, merge_sha, reader);
    const before = await readTree(repository, await baseOf(repository, { task_id, merge_sha }, reader), reader);
    for (const path of changedPaths(merged, before)) {
      const blobs = { now: at(now, path), merged: at(merged.blobs, path), before: at(before.blobs, path) };
      const after = await reverted(blobs, textOf);
      const odd = after !== "stays" && !isOrdinary(path, [head, merged, before]);
      if (after === "conflict" || odd) conflicts.push({ path, task_id });
      else if (after !== "stays") take(now, written, path, after);
    }
  }
  if (conflicts.length > 0) return { kind: "conflict", paths: conflicts };
  const files: FileToWrite[] = [];
  for (const [path, blob] of now) {
    if (head.blobs.get(path) !== blob) files.push({ path, text: await textOf(blob) });
  }
  return { kind: "clean", files, deletions: [...head.blobs.keys()].filter((path) => !now.has(path)) };
}

type After = "stays" | "conflict" | { readonly blob: Sha | null } | { readonly text: string };

async function reverted(blobs: ThreeBlobs, textOf: (blob: Sha) => Promise<string>): Promise<After> {
  const { now, merged, before } = blobs;
  const revert = revertPath(blobs);
  if (revert.kind === "stays" || revert.kind === "conflict") return revert.kind;
  if (revert.kind === "becomes") {
    return revert.blob !== null && !isText(await textOf(revert.blob)) ? "conflict" : { blob: revert.blob };
  }
  if (now === null || merged === null || before === null) return "conflict";
  const [base, ours, theirs] = await Promise.all([textOf(merged), textOf(now), textOf(before)]);
  const text = [base, ours, theirs].every(isText) ? mergeLines({ base, ours, theirs }) : undefined;
  return text === undefined ? "conflict" : { text };
}

function take(now: Map<string, Sha>, written: Map<Sha, string>, path: string, after: Exclude<After, string>): void {
  if ("text" in after) {
    const blob = gitBlobSha(after.text);
    written.set(blob, after.text);
    now.set(path, blob);
  } else if (after.blob === null) now.delete(path);
  else now.set(path, after.blob);
}

function changedPaths(merged: Tree, before: Tree): string[] {
  const paths = new Set([...merged.blobs.keys(), ...before.blobs.keys()]);
  return [...paths].filter((path) => isReverted(path) && merged.blobs.get(path) !== before.blobs.get(path)).sort();
}

function isOrdinary(path: string, trees: readonly Tree[]): boolean {
  const modes = trees.flatMap(({ entries }) => entries.filter((entry) => entry.path === path));
  return modes.every(({ mode }) => ORDINARY.has(mode));
}

/** A text that was decoded with losses cannot be written back. */
function isText(text: string): boolean {
  return !text.includes("\0") && !text.includes("\uFFFD");
}

function at(blobs: ReadonlyMap<string, Sha>, path: string): Sha | null {
  return blobs.get(path) ?? null;
}

/** After a rebase merge, the branch's own commits are between the merge and the base. */
async function baseOf(
  repository: RepositoryRef,
  { task_id, merge_sha }: Merge,
  reader: RepositoryReader,
): Promise<Sha> {
  const own = [`task-${task_id}`, `work-${task_id}-`, `restore-${task_id}-`];
  for (let commit = merge_sha; ; ) {
    const [parent] = (await reader.commit(repository, commit)).parents;
    if (parent === undefined) throw new Error(`${commit}, a merge of ${task_id}, has no parent`);
    const { key } = await reader.commit(repository, parent);
    if (key === null || !own.some((prefix) => key.startsWith(prefix))) return parent;
    commit = parent;
  }
}
