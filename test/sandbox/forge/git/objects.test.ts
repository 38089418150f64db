import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changedPaths } from "../../../../src/sandbox/forge/git/changed-paths.js";
import {
  createBareRepository,
  type GitRepository,
  openGitRepository,
} from "../../../../src/sandbox/forge/git/git-repository.js";
import { mustGit } from "../../../../src/sandbox/forge/git/run-git.js";

const NOBODY = { name: "nobody", email: "nobody@localhost", date: "2026-03-01T12:00:00Z", offset: "+0000" };

describe("the objects of a repository", () => {
  const made: { folder: string; git?: GitRepository } = { folder: "" };
  const git = () => {
    if (made.git === undefined) throw new Error("the repository was not opened");
    return made.git;
  };
  const run = (args: readonly string[], input?: string | Buffer) =>
    mustGit(made.folder, args, input === undefined ? {} : { input });
  beforeAll(async () => {
    made.folder = mkdtempSync(join(tmpdir(), "git-objects-"));
    await createBareRepository(made.folder, "main");
    made.git = await openGitRepository(made.folder);
  });
  afterAll(async () => {
    await made.git?.close();
    rmSync(made.folder, { recursive: true, force: true });
  });

  const treeOf = (files: Readonly<Record<string, string>>) => async () => {
    const changes = await Promise.all(
      Object.entries(files).map(async ([path, text]) => {
        const [sha = ""] = await git().writeBlobs([Buffer.from(text)]);
        return { path, mode: "100644", sha };
      }),
    );
    return git().changeTree(null, changes);
  };

  it.each(["", "one line\n", "ä\u0000\u0001", "long ".repeat(50_000)])(
    "get git's own name and content",
    async (text) => {
      const [sha = ""] = await git().writeBlobs([Buffer.from(text)]);
      expect(sha).toBe((await run(["hash-object", "--stdin"], text)).trim());
      expect(await run(["cat-file", "blob", sha])).toBe(text);
      expect((await git().blob(sha))?.toString()).toBe(text);
    },
  );

  it("lie in git's order, which takes a folder for its name with a slash", async () => {
    const tree = await treeOf({ "a.b": "1", "a/x": "2", "a-b": "3", a0: "4", "ä/ö.txt": "5" })();
    const listed = await run(["ls-tree", tree]);
    expect(tree).toBe((await run(["mktree"], listed)).trim());
    expect((await git().tree(tree))?.map(({ path }) => path)).toEqual(["a-b", "a.b", "a", "a0", "ä"]);
  });

  it("are what git itself finds sound", async () => {
    const tree = await treeOf({ "src/a.js": "a", "src/b/c.js": "c", "README.md": "# R\n" })();
    const commit = await git().writeCommit({ tree, parents: [], message: "One", author: NOBODY, committer: NOBODY });
    const tag = { object: commit, objectType: "commit", tag: "v1", tagger: NOBODY, message: "First\n" };
    await git().updateRefs([
      { ref: "refs/heads/main", before: "0".repeat(40), after: commit },
      { ref: "refs/tags/v1", before: "0".repeat(40), after: await git().writeTag(tag) },
    ]);
    await run(["fsck", "--strict", "--no-dangling"]);
    expect(await run(["log", "--format=%s %an", "v1"])).toBe("One nobody\n");
  });

  it.each(["", "a/b", "a\u0000b"])("have no name %j in a tree", async (path) => {
    const [sha = ""] = await git().writeBlobs([Buffer.from("x")]);
    await expect(async () => git().writeTree([{ path, mode: "100644", type: "blob", sha }])).rejects.toThrow(
      "a tree has no entry of the name",
    );
  });

  const BEFORE = { "a.b": "1", "a/x": "2", "a/y/z": "3", file: "4", stays: "5", "turns/into": "6" };
  it.each<[string, Readonly<Record<string, string>>]>([
    ["nothing", BEFORE],
    ["content", { ...BEFORE, "a/y/z": "other" }],
    ["what is there", { "a.b": "1", "a/new": "7", "b/c/d": "8", stays: "5" }],
    ["a folder into a file and a file into a folder", { ...BEFORE, file: "4", "stays/in": "5", turns: "9" }],
  ])("differ by the same paths that git names, where a commit changes %s", async (_, after) => {
    const { stays: _stays, "turns/into": _into, ...rest } = after;
    const files = "stays/in" in after ? rest : after;
    const [from, to] = [await treeOf(BEFORE)(), await treeOf(files)()];
    const text = await run(["diff-tree", "-r", "--no-renames", "--name-status", from, to]);
    const named = (letter: string) =>
      text
        .split("\n")
        .filter((line) => line.startsWith(letter))
        .map((line) => line.slice(2));
    expect(await changedPaths(git().tree, from, to)).toEqual({
      added: named("A"),
      removed: named("D"),
      modified: named("M"),
    });
  });
});
