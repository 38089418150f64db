import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withKey } from "../../../src/github/commits/commit-key.js";
import { type Merge, revertMerges } from "../../../src/jobs/undo/revert-merges.js";
import { readTree } from "../../../src/roles/reading/read-task.js";
import { gitReader } from "../../support/git-reader.js";
import { REPOSITORY } from "../../support/job-ports.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const FIRST = "T-core-a-b-001";
const SECOND = "T-core-a-b-002";
const LIST = ["one", "two", "three", "four", "five"];
const list = (...names: string[]) => names.map((name) => `${name}\n`).join("");

const world: { repository?: TempRepository } = {};
const here = () => world.repository ?? createTempRepository();

beforeEach(() => {
  world.repository = createTempRepository();
  here().commit({ "README.md": "# It\n", "src/list.txt": list(...LIST) });
});
afterEach(() => here().remove());

async function revert(...merges: readonly Merge[]) {
  const reader = gitReader(here());
  const head = await readTree(REPOSITORY, here().git("rev-parse", "HEAD"), reader);
  return revertMerges(REPOSITORY, { head, merges }, reader);
}

/** What git itself makes of reverting these on top of the head, as a tree. */
function gitRevert(...merges: readonly Merge[]): string {
  for (const { merge_sha } of merges) here().git("revert", "--no-commit", merge_sha);
  return here().git("write-tree");
}

/** The tree after the revert that was computed, with git's own hash. */
function written(result: Awaited<ReturnType<typeof revert>>): string {
  if (result.kind !== "clean") throw new Error("expected no conflict");
  const files = Object.fromEntries([
    ...result.files.map(({ path, text }) => [path, text]),
    ...result.deletions.map((path) => [path, undefined]),
  ]);
  here().commit(files);
  return here().git("rev-parse", "HEAD^{tree}");
}

describe("reverting merges", () => {
  it("deletes what was created, restores what was deleted and changed, and keeps what came since, as git does", async () => {
    const merge_sha = here().commit({
      "src/new.js": "export {};\n",
      "README.md": undefined,
      "src/list.txt": list("ONE", ...LIST.slice(1)),
    });
    here().commit({ "src/list.txt": list("ONE", "two", "three", "four", "FIVE"), "src/other.js": "later\n" });
    const merge = { task_id: FIRST, merge_sha };
    const result = await revert(merge);
    expect(result).toEqual({
      kind: "clean",
      files: expect.arrayContaining([
        { path: "src/list.txt", text: list("one", "two", "three", "four", "FIVE") },
        { path: "README.md", text: "# It\n" },
      ]),
      deletions: ["src/new.js"],
    });
    const expected = gitRevert(merge);
    here().git("reset", "--hard", "--quiet");
    expect(written(result)).toBe(expected);
  });

  it("reverts several, newest first, through files that both changed", async () => {
    const first = here().commit({ "src/a.js": "a\n", "src/list.txt": list("a", ...LIST) });
    here().commit({ "src/list.txt": list("a", ...LIST, "by somebody else") });
    const second = here().commit({ "src/b.js": "b\n", "src/list.txt": list("a", "b", ...LIST, "by somebody else") });
    const merges = [
      { task_id: SECOND, merge_sha: second },
      { task_id: FIRST, merge_sha: first },
    ];
    const result = await revert(...merges);
    const expected = gitRevert(...merges);
    here().git("reset", "--hard", "--quiet");
    expect(written(result)).toBe(expected);
    expect(result).toMatchObject({ deletions: ["src/a.js", "src/b.js"] });
  });

  it("names every file that was changed since in the same place, and by whose merge it had come", async () => {
    const merge_sha = here().commit({ "src/list.txt": list("ONE", ...LIST.slice(1)), "src/new.js": "1\n" });
    here().commit({ "src/list.txt": list("uno", ...LIST.slice(1)), "src/new.js": "2\n" });
    expect(await revert({ task_id: FIRST, merge_sha })).toEqual({
      kind: "conflict",
      paths: [
        { path: "src/list.txt", task_id: FIRST },
        { path: "src/new.js", task_id: FIRST },
      ],
    });
  });

  it("has nothing to do when a person has removed it already", async () => {
    const merge_sha = here().commit({ "src/new.js": "1\n" });
    here().commit({ "src/new.js": undefined });
    expect(await revert({ task_id: FIRST, merge_sha })).toEqual({ kind: "clean", files: [], deletions: [] });
  });

  it("leaves the record of what shipped alone", async () => {
    const merge_sha = here().commit({ ".factory/code-index/MM-0001@1.0.0.yml": "x\n", "src/new.js": "1\n" });
    expect(await revert({ task_id: FIRST, merge_sha })).toEqual({
      kind: "clean",
      files: [],
      deletions: ["src/new.js"],
    });
  });

  it("does not write back what is no text", async () => {
    here().commit({ "logo.bin": "\0\u0001" });
    const merge_sha = here().commit({ "logo.bin": undefined });
    expect(await revert({ task_id: FIRST, merge_sha })).toMatchObject({ kind: "conflict" });
  });

  it("reverts all commits of a branch that was merged by rebasing, and none before them", async () => {
    here().commit({ "src/before.js": "1\n" }, withKey("another task", `work-${SECOND}-3`));
    here().commit({ "src/one.js": "1\n" }, withKey("red", `task-${FIRST}`));
    const merge_sha = here().commit({ "src/two.js": "2\n" }, withKey("green", `work-${FIRST}-2`));
    expect(await revert({ task_id: FIRST, merge_sha })).toMatchObject({ deletions: ["src/one.js", "src/two.js"] });
  });
});
