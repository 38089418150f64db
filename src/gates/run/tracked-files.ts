import { lstat } from "node:fs/promises";
import path from "node:path";
import { openAll } from "./bench-files.js";
import { git } from "./git.js";
import type { Snapshot } from "./workbench.js";

/** The files of a tree in a work folder, and what there is beside them. */
export type TrackedFiles = {
  readonly readTree: () => Promise<void>;
  /** Every tracked file as it was, and nothing else but what `kept` names. */
  readonly restore: () => Promise<void>;
  /** Ignored files, which commands leave; a folder of nothing else by its own name. */
  readonly ignored: () => Promise<readonly string[]>;
  readonly stamps: (beside: readonly string[]) => Promise<FileStamps>;
};

/** What the kernel notes of each file, by path. */
export type FileStamps = ReadonlyMap<string, string>;

/** Git knows its files by size and change time, so restoring costs what was changed. Its index is out of reach. */
export function trackedFiles(
  { gitDir, tree, objects }: Snapshot,
  {
    folder,
    index,
    isShared,
    kept,
  }: {
    readonly folder: string;
    readonly index: string;
    readonly isShared: boolean;
    /** Folders in the work folder that stay as they are. */
    readonly kept: () => readonly string[];
  },
): TrackedFiles {
  const alternates = objects === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
  const env = { GIT_INDEX_FILE: index, GIT_WORK_TREE: folder, ...alternates };
  const options = { cwd: folder, env, forEverybody: isShared };
  let tracked: readonly string[] = [];
  const putBack = async (allowed: readonly number[]): Promise<boolean> => {
    const steps = [
      ["checkout-index", "--all", "--force", "--index", "--quiet"],
      // Twice forced: a repository that the candidate made is a stray, too. So is what it ignores: the next command would use it.
      ["clean", "-ffdxq", ...kept().map((name) => `--exclude=/${name}`)],
    ];
    for (const step of steps) if ((await git(gitDir, step, { ...options, allowed })).code !== 0) return false;
    return true;
  };
  return {
    async readTree() {
      await git(gitDir, ["read-tree", tree], options);
      tracked = namesIn((await git(gitDir, ["ls-files", "-z"], options)).stdout);
    },
    async restore() {
      if (await putBack([1, 128])) return;
      // Whoever owns a folder can close it, also to us.
      await openAll(folder);
      await putBack([]);
    },
    async ignored() {
      const others = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
      const names = namesIn((await git(gitDir, others, options)).stdout).map((name) => name.replace(/\/$/, ""));
      return names.filter((name) => !kept().includes(name));
    },
    async stamps(beside) {
      const stamps = new Map<string, string>();
      for (const file of new Set([...tracked, ...beside])) stamps.set(file, await stampOf(path.join(folder, file)));
      return stamps;
    },
  };
}

/** Whatever was changed in between, also if it was put back: nobody but the kernel sets the change time of a file. */
export function changedBetween(before: FileStamps, after: FileStamps): readonly string[] {
  return [...before].filter(([file, stamp]) => after.get(file) !== stamp).map(([file]) => file);
}

async function stampOf(file: string): Promise<string> {
  const found = await lstat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? "absent" : [found.ino, found.ctimeNs, found.size, found.mode].join(":");
}

const namesIn = (list: string): string[] => list.split("\0").filter((name) => name !== "");
