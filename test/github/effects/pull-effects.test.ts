import { describe, expect, it } from "vitest";
import { reply } from "../../../src/sandbox/forge/http/reply.js";
import { commitOn, useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";

const WORKFLOW = ".github/workflows/ci.yml";
const local = useForge({ files: { "SPEC.md": "# A\n", "a.txt": "a\n", [WORKFLOW]: "on: push\njobs: {}\n" } });
const { adapter, perform, observe } = useGitHubAdapter(local);
const admin = () => local.as("admin").rest;
const issueOf = async (issue_number: number) => (await admin().issues.get({ ...local.at, issue_number })).data;
const headOf = async (branch: string) => (await admin().repos.getBranch({ ...local.at, branch })).data.commit;

describe("the effect keep-marks", () => {
  const marks = (issue: number) =>
    ({
      kind: "keep-marks",
      key: `marks-${issue}`,
      issue,
      labels: ["factory:halted"],
      ours: ["factory:halted", "factory:working"],
      assign: [local.forge.users.write.login],
      unassign: [],
    }) as const;
  const opened = async (labels: string[]) => (await admin().issues.create({ ...local.at, title: "x", labels })).data;

  it("adds and removes only our own labels, and writes nothing if they are set", async () => {
    const { number } = await opened(["bug", "factory:working"]);
    expect(await perform(marks(number))).toBe(true);
    adapter().requests();
    expect(await perform(marks(number))).toBe(false);
    expect(
      adapter()
        .requests()
        .every((request) => request.startsWith("GET")),
    ).toBe(true);
    const { labels, assignees } = await issueOf(number);
    expect(labels.map((label) => (typeof label === "string" ? label : label.name))).toEqual(["bug", "factory:halted"]);
    expect(assignees?.map(({ login }) => login)).toEqual([local.forge.users.write.login]);
  });

  it("removes an assignee", async () => {
    const { number } = await opened([]);
    await perform(marks(number));
    const unassign = [local.forge.users.write.login];
    expect(await perform({ ...marks(number), assign: [], unassign })).toBe(true);
    expect((await issueOf(number)).assignees).toEqual([]);
    expect(await perform({ ...marks(number), assign: [], unassign })).toBe(false);
  });

  it("removes what it set before, although the effect is new", async () => {
    const { number } = await opened([]);
    await perform(marks(number));
    const decided = { ...marks(number), labels: [], assign: [], unassign: [local.forge.users.write.login] };
    expect(await adapter().port.perform(adapter().repository, decided, { isNew: true })).toBe(true);
    expect(await issueOf(number)).toMatchObject({ labels: [], assignees: [] });
  });

  it("does not try for ever to assign a person who cannot be assigned", async () => {
    const { number } = await opened(["factory:halted"]);
    const assign = ["nobody-of-that-name"];
    expect(await perform({ ...marks(number), assign })).toBe(false);
  });
});

describe("the effect close-pull-request", () => {
  it("closes it once, and its author is observed", async () => {
    const { number } = await openedPull(local, { branch: "factory/closed" });
    const effect = { kind: "close-pull-request", key: `close-${number}`, number } as const;
    expect(await perform(effect)).toBe(true);
    expect(await perform(effect)).toBe(false);
    const { pulls } = await observe({ branches: ["factory/closed"] });
    expect(pulls[0]).toMatchObject({ state: "closed", closedBy: adapter().ownLogin, mergeSha: null });
  });
});

describe("the effect update-branch", () => {
  const update = (number: number, head: string) =>
    ({ kind: "update-branch", key: `update-${head}`, number, head }) as const;

  it("merges the base, and does nothing if there is nothing new or the head has moved", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/behind" });
    expect(await perform(update(number, head))).toBe(false);
    const base = await commitOn(local.as("admin"), local.at, { branch: "main", path: "b.txt", text: "b\n" });
    expect(await perform(update(number, "0".repeat(40)))).toBe(false);
    expect(await perform(update(number, head))).toBe(true);
    expect((await headOf("factory/behind")).parents.map(({ sha }) => sha)).toEqual([head, base]);
    expect(adapter().asked.at(-1)).toEqual({ contents: "write", pull_requests: "write" });
  });

  it("requests the workflows permission only if the base's workflow files are merged", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/workflows" });
    await commitOn(local.as("admin"), local.at, {
      branch: "main",
      path: WORKFLOW,
      text: "on: pull_request\njobs: {}\n",
    });
    expect(await perform(update(number, head))).toBe(true);
    expect(adapter().asked.at(-1)).toEqual({ contents: "write", pull_requests: "write", workflows: "write" });
  });

  it("never uses it for a branch that changes workflow files itself", async () => {
    const path = ".github/workflows/own.yml";
    const { number, head } = await openedPull(local, { branch: "factory/own", path, text: "on: push\njobs: {}\n" });
    await commitOn(local.as("admin"), local.at, { branch: "main", path: WORKFLOW, text: "on: release\njobs: {}\n" });
    expect(await perform(update(number, head))).toBe(false);
    expect((await headOf("factory/own")).sha).toBe(head);
  });

  it("leaves a conflict for the next observation", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/conflict", path: "a.txt", text: "ours\n" });
    await commitOn(local.as("admin"), local.at, { branch: "main", path: "a.txt", text: "theirs\n" });
    expect(await perform(update(number, head))).toBe(false);
    const { pulls } = await observe({ branches: ["factory/conflict"] });
    expect(pulls[0]).toMatchObject({ mergeable: "conflicting", mergeBlockedBy: "it conflicts with its base branch" });
  });

  it("fails in GitHub's words when it is refused for anything else", async () => {
    const { number, head } = await openedPull(local, { branch: "factory/refused" });
    const data = {
      message: "Changes must be made through a merge queue.",
      documentation_url: "https://docs.github.com",
    };
    const end = local.forge.intercept({
      beforeRequest: ({ path }) =>
        path.endsWith("/update-branch") ? { kind: "answer", reply: reply(422, data) } : { kind: "pass" },
    });
    await expect(perform(update(number, head)))
      .rejects.toThrow("through a merge queue")
      .finally(end);
  });
});

describe("the effect publish-release", () => {
  it("creates tag and release on the commit once", async () => {
    const { sha: commit } = await headOf("main");
    const effect = { kind: "publish-release", key: "v1.0.0", commit, name: "1.0.0", notes: "All of it." } as const;
    expect(await perform(effect)).toBe(true);
    expect(await perform(effect)).toBe(false);
    const { data } = await admin().repos.getReleaseByTag({ ...local.at, tag: "v1.0.0" });
    expect(data).toMatchObject({ name: "1.0.0", body: "All of it.", draft: false });
    expect((await admin().git.getRef({ ...local.at, ref: "tags/v1.0.0" })).data.object.sha).toBe(commit);
  });

  it("uses a tag on the same commit, and refuses one on another", async () => {
    const { sha: commit, parents } = await headOf("main");
    await admin().git.createRef({ ...local.at, ref: "refs/tags/v1.1.0", sha: commit });
    await admin().git.createRef({ ...local.at, ref: "refs/tags/v1.2.0", sha: parents[0]?.sha ?? "" });
    const release = (key: string) => ({ kind: "publish-release", key, commit, name: key, notes: "x" }) as const;
    expect(await perform(release("v1.1.0"))).toBe(true);
    await expect(perform(release("v1.2.0"))).rejects.toThrow(/v1\.2\.0 exists at/);
  });

  it("requests the workflows permission only for a commit with other workflow files than the default branch", async () => {
    const release = (key: string, commit: string) =>
      ({ kind: "publish-release", key, commit, name: key, notes: "x" }) as const;
    const same = await commitOn(local.as("admin"), local.at, { branch: "main", path: "c.txt", text: "c\n" });
    await commitOn(local.as("admin"), local.at, { branch: "main", path: "d.txt", text: "d\n" });
    expect(await perform(release("v2.0.0", same))).toBe(true);
    expect(adapter().asked.at(-1)).toEqual({ contents: "write" });
    await commitOn(local.as("admin"), local.at, { branch: "main", path: WORKFLOW, text: "on: [push]\njobs: {}\n" });
    expect(await perform(release("v2.1.0", same))).toBe(true);
    expect(adapter().asked.at(-1)).toEqual({ contents: "write", workflows: "write" });
    const { data } = await admin().git.getRef({ ...local.at, ref: "tags/v2.1.0" });
    expect(data.object.sha).toBe(same);
  });
});

describe("the effect propose-files", () => {
  it("requests the workflows permission for a branch that starts before a change of the workflow files", async () => {
    const { sha: base } = await headOf("main");
    await commitOn(local.as("admin"), local.at, { branch: "main", path: WORKFLOW, text: "on: [release]\njobs: {}\n" });
    const branch = "factory/old-base";
    const proposal = {
      kind: "propose-files",
      key: "old-base",
      branch,
      base,
      files: [{ path: "e.txt", text: "e\n" }],
      commitMessage: "e",
      title: "e",
      body: "e",
      writesWorkflows: false,
    } as const;
    await observe({ branches: [branch] });
    expect(await adapter().port.perform(adapter().repository, proposal, { isNew: true })).toBe(true);
    expect(adapter().asked.at(-1)).toEqual({ contents: "write", workflows: "write" });
    expect((await headOf(branch)).parents.map(({ sha }) => sha)).toEqual([base]);
  });
});
