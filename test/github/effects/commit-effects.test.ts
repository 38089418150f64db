import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import { useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# A\n" } });
const { adapter, perform, observe } = useGitHubAdapter(local);
const headOf = async (branch: string) =>
  (await local.as("read").rest.repos.getBranch({ ...local.at, branch })).data.commit;
const filesOf = async (branch: string) => {
  const { data } = await local.as("read").rest.git.getTree({ ...local.at, tree_sha: branch, recursive: "true" });
  return data.tree.filter(({ type }) => type === "blob").map(({ path }) => path);
};

function commit(overrides: Partial<Extract<Effect, { kind: "commit-files" }>>) {
  return {
    kind: "commit-files",
    key: "T-1:red",
    branch: "factory/a",
    parent: "0".repeat(40),
    files: [{ path: "src/a.ts", text: "export const a = 1;\n" }],
    deletions: [],
    message: "factory: red\n\nwhy",
    ...overrides,
  } as const;
}

describe("the effect commit-files", () => {
  it("adds one commit with the key on exactly the parent, with additions and deletions", async () => {
    const { head } = await openedPull(local, { branch: "factory/a", path: "old.txt" });
    const performed = await perform(commit({ parent: head, deletions: ["old.txt"] }));
    const tip = await headOf("factory/a");
    expect(performed).toEqual({ head: tip.sha });
    expect(tip.parents.map(({ sha }) => sha)).toEqual([head]);
    expect(tip.commit.message).toBe("factory: red\n\nwhy\n\nFactory-Key: T-1:red");
    expect(tip.commit.author?.name).toBe(adapter().ownLogin);
    expect(await filesOf("factory/a")).toContain("src/a.ts");
    expect(await filesOf("factory/a")).not.toContain("old.txt");
    expect(adapter().asked.at(-1)).toEqual({ contents: "write" });
  });

  it("writes nothing on a head that has the key already", async () => {
    const { sha } = await headOf("factory/a");
    expect(await perform(commit({ parent: sha }))).toBe(false);
    expect((await headOf("factory/a")).sha).toBe(sha);
  });

  it("writes nothing if the branch has moved, or does not exist", async () => {
    const { sha } = await headOf("factory/a");
    expect(await perform(commit({ key: "T-1:green", parent: "1".repeat(40) }))).toBe(false);
    expect(await perform(commit({ key: "T-1:green", parent: sha, branch: "factory/none" }))).toBe(false);
    expect((await headOf("factory/a")).sha).toBe(sha);
  });

  it.each([100, 101])("accepts %i changes at once", async (count) => {
    const branch = `factory/large-${count}`;
    const { head } = await openedPull(local, { branch, path: "gone.txt" });
    const files = Array.from({ length: count - 1 }, (_, index) => ({ path: `many/${index}.txt`, text: `${index}\n` }));
    const performed = await perform(commit({ branch, parent: head, files, deletions: ["gone.txt"] }));
    expect(performed).toEqual({ head: (await headOf(branch)).sha });
    const found = await filesOf(branch);
    expect(found.filter((path) => path?.startsWith("many/"))).toHaveLength(count - 1);
    expect(found).not.toContain("gone.txt");
    expect((await headOf(branch)).parents.map(({ sha }) => sha)).toEqual([head]);
    expect((await headOf(branch)).commit.message).toContain("Factory-Key: T-1:red");
  });
});

describe("the effect restore-tree", () => {
  it("restores by one more commit, once", async () => {
    const before = await openedPull(local, { branch: "factory/back", path: "kept.txt" });
    await perform(commit({ branch: "factory/back", parent: before.head }));
    const after = await headOf("factory/back");
    const effect = {
      kind: "restore-tree",
      key: "T-1:again",
      branch: "factory/back",
      parent: after.sha,
      to: before.head,
      files: [{ path: "task.md", text: "# What it is now\n" }],
      message: "factory: start again",
    } as const;
    expect(await perform(effect)).toBe(true);
    const tip = await headOf("factory/back");
    expect(tip.parents.map(({ sha }) => sha)).toEqual([after.sha]);
    const files = await filesOf("factory/back");
    expect(files).not.toContain("src/a.ts");
    expect(files).toEqual(expect.arrayContaining(["kept.txt", "task.md"]));
    expect(await perform(effect)).toBe(false);
    expect(await perform({ ...effect, parent: tip.sha })).toBe(false);
  });
});

describe("the effect put-back-files", () => {
  const branch = "factory/narrowed";

  it("restores each file from its own commit, removes those that did not exist, and writes others, once", async () => {
    const { head: start } = await openedPull(local, { branch, path: "kept.txt" });
    const shared = (text: string) => ({ path: "src/shared.ts", text });
    await perform(commit({ branch, parent: start, key: "T-2:1", files: [shared("first\n")] }));
    const { sha: first } = await headOf(branch);
    const second = [shared("second\n"), { path: "src/new.ts", text: "new\n" }];
    await perform(commit({ branch, parent: first, key: "T-2:2", files: second, deletions: ["kept.txt"] }));
    const { sha: parent } = await headOf(branch);
    const effect = {
      kind: "put-back-files",
      key: "T-2:3",
      branch,
      parent,
      message: "factory: keep what is finished",
      back: [
        { path: "src/shared.ts", at: first },
        { path: "src/new.ts", at: first },
        { path: "kept.txt", at: start },
        { path: "never/there.ts", at: first },
        { path: "SPEC.md", at: start },
      ],
      files: [{ path: "task.md", text: "# What is left\n" }],
    } as const;
    expect(await perform(effect)).toBe(true);
    const tip = await headOf(branch);
    expect(tip.parents.map(({ sha }) => sha)).toEqual([parent]);
    expect(tip.commit.message).toBe("factory: keep what is finished\n\nFactory-Key: T-2:3");
    const text = async (path: string) => {
      const { data } = await local.as("read").rest.repos.getContent({ ...local.at, path, ref: branch });
      return "content" in data ? Buffer.from(data.content, "base64").toString() : "";
    };
    expect(await text("src/shared.ts")).toBe("first\n");
    expect(await text("task.md")).toBe("# What is left\n");
    const files = await filesOf(branch);
    expect(files).toEqual(expect.arrayContaining(["kept.txt", "SPEC.md"]));
    expect(files).not.toContain("src/new.ts");
    expect(await perform(effect)).toBe(false);
    expect(await perform({ ...effect, key: "T-2:4" })).toBe(false); // the branch has moved on
  });
});

describe("the effect propose-files", () => {
  const proposal = {
    kind: "propose-files",
    key: "spec-1",
    branch: "factory/proposed",
    files: [{ path: "spec.md", text: "# Spec\n" }],
    commitMessage: "factory: spec",
    title: "Spec",
    body: "What it says.",
    writesWorkflows: false,
  } as const;

  it("creates branch, commit and pull request once, and has nothing to do the second time", async () => {
    const { sha: base } = await headOf("main");
    expect(await perform({ ...proposal, base })).toBe(true);
    expect(await perform({ ...proposal, base })).toBe(false);
    expect(await perform({ ...proposal, base, body: "What it says now." })).toBe(true);
    const { data } = await local
      .as("read")
      .rest.pulls.list({ ...local.at, head: `${local.at.owner}:factory/proposed` });
    expect(data.map(({ title, body }) => [title, body])).toEqual([["Spec", "What it says now."]]);
  });

  it("opens no second pull request for what was merged, even with a stale observation", async () => {
    const branch = "factory/merged";
    const { sha: base } = await headOf("main");
    expect(await perform({ ...proposal, branch, base })).toBe(true);
    const pulls = () =>
      local.as("read").rest.pulls.list({ ...local.at, head: `${local.at.owner}:${branch}`, state: "all" });
    const pull_number = (await pulls()).data[0]?.number ?? 0;
    await local.as("admin").rest.pulls.merge({ ...local.at, pull_number, merge_method: "squash" });
    expect(await perform({ ...proposal, branch, base })).toBe(false);
    expect((await pulls()).data).toHaveLength(1);
    // Something new on the same branch is proposed like anything else.
    const again = { ...proposal, branch, base, key: "spec-2", files: [{ path: "spec.md", text: "# Another\n" }] };
    expect(await perform(again)).toBe(true);
    expect((await pulls()).data).toHaveLength(2);
  });

  it("is performed once if the pull request is its only memory, in any state", async () => {
    const branch = "factory/once";
    const { sha: base } = await headOf("main");
    const once = { ...proposal, branch, base, once: true } as const;
    expect(await perform(once)).toBe(true);
    const pulls = () =>
      local.as("read").rest.pulls.list({ ...local.at, head: `${local.at.owner}:${branch}`, state: "all" });
    const pull_number = (await pulls()).data[0]?.number ?? 0;
    await local.as("admin").rest.pulls.update({ ...local.at, pull_number, state: "closed" });
    expect(await perform({ ...once, key: "other", files: [{ path: "other.md", text: "other\n" }] })).toBe(false);
    expect((await pulls()).data.map(({ state }) => state)).toEqual(["closed"]);
    expect((await headOf(branch)).commit.message).toContain("Factory-Key: spec-1");
  });

  describe("for files that cannot have been proposed yet", () => {
    const propose = async (branch: string) => {
      const { sha: base } = await headOf("main");
      await observe();
      adapter().requests();
      const due = { isNew: true };
      const made = await adapter().port.perform(adapter().repository, { ...proposal, branch, base }, due);
      const requests = adapter().requests();
      const { data } = await local.as("read").rest.pulls.list({ ...local.at, head: `${local.at.owner}:${branch}` });
      const { commit, parents } = await headOf(branch);
      const isKeyed = commit.message.includes(proposal.key);
      return {
        made,
        requests,
        base,
        pulls: data.map(({ title }) => title),
        parents: parents.map(({ sha }) => sha),
        isKeyed,
      };
    };

    it("creates all three by one request", async () => {
      const { requests, base, ...rest } = await propose("factory/at-once");
      expect(requests).toHaveLength(1);
      expect(rest).toEqual({ made: true, pulls: ["Spec"], parents: [base], isKeyed: true });
    });

    it("continues step by step if a foreign branch of that name exists", async () => {
      const branch = "factory/taken";
      const { head } = await openedPull(local, { branch });
      const { requests: _, base: __, ...rest } = await propose(branch);
      expect(rest).toEqual({ made: true, pulls: ["Spec"], parents: [head], isKeyed: true });
    });
  });

  it("requests the permission to write workflows only if it writes them", async () => {
    const { sha: base } = await headOf("main");
    await perform({ ...proposal, base });
    expect(adapter().asked.at(-1)).toEqual({ contents: "write", pull_requests: "write" });
    const files = [{ path: ".github/workflows/factory-gates.yml", text: "on: workflow_dispatch\njobs: {}\n" }];
    const setup = { ...proposal, key: "setup", branch: "factory/setup", files, base, writesWorkflows: true };
    expect(await perform(setup)).toBe(true);
    expect(adapter().asked.at(-1)).toEqual({ contents: "write", pull_requests: "write", workflows: "write" });
  });
});
