/** A repository reader over a real git repository. It compares what jobs read of history with git itself. */
import { execFileSync } from "node:child_process";
import type { RepositoryReader } from "../../src/engine/ports.js";
import { keyIn } from "../../src/github/commits/commit-key.js";
import type { TempRepository } from "./temp-repository.js";

export function gitReader({ folder, git }: TempRepository): RepositoryReader {
  const raw = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  return {
    tree: async (_, commit) =>
      git("ls-tree", "-r", "-l", commit)
        .split("\n")
        .filter((row) => row !== "")
        .map((row) => {
          const [mode = "", , blob = "", size = "0", path = ""] = row.split(/\s+/);
          return { path, blob, mode, size: Number(size) };
        }),
    blob: async (_, blob) => raw("cat-file", "blob", blob),
    blobs: async (_, blobs) => new Map(blobs.map(({ blob }) => [blob, raw("cat-file", "blob", blob)])),
    commit: async (_, commit) => ({
      parents: git("rev-list", "--parents", "-n", "1", commit).split(" ").slice(1),
      key: keyIn(raw("log", "-1", "--format=%B", commit)),
    }),
    changedFiles: async () => ({ kind: "listed", changes: [] }),
    versionTags: async () => new Map(),
  };
}
