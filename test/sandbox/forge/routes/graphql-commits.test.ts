import type { Octokit } from "@octokit/rest";
import { describe, expect, it } from "vitest";
import { base64, commitOn, useForge } from "../../../support/forge.js";
import { asked, graphqlErrors } from "../../../support/graphql.js";

const local = useForge({ files: { "README.md": "# Product\n", "src/a.ts": "export const a = 1;\n" } });

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { clientMutationId commit { oid message signature { isValid } } ref { name target { oid } } }
}`;

type Changes = {
  additions?: { path: string; contents: string }[];
  deletions?: { path: string }[];
};

function inputFor(branch: string, expectedHeadOid: string, fileChanges: Changes = {}) {
  const { owner, repo } = local.at;
  return {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: branch },
    expectedHeadOid,
    message: { headline: "Write", body: "Because." },
    fileChanges,
  };
}

const add = (path: string, text: string): Changes => ({ additions: [{ path, contents: base64(text) }] });
const headOf = async (client: Octokit, branch: string) =>
  (await client.rest.git.getRef({ ...local.at, ref: `heads/${branch}` })).data.object.sha;

async function newBranch(branch: string): Promise<string> {
  const admin = local.as("admin");
  const sha = await headOf(admin, "main");
  await admin.rest.git.createRef({ ...local.at, ref: `refs/heads/${branch}`, sha });
  await local.news();
  return sha;
}

describe("createCommitOnBranch", () => {
  it("writes and deletes files in one verified commit, and the push is announced", async () => {
    const head = await newBranch("one");
    const bot = await local.bot();
    const changes = { ...add("src/b.ts", "export const b = 2;\n"), deletions: [{ path: "src/a.ts" }] };
    const { createCommitOnBranch: done } = await asked(bot, COMMIT, {
      input: { ...inputFor("one", head, changes), clientMutationId: "mine" },
    });
    expect(done).toMatchObject({
      clientMutationId: "mine",
      commit: { message: "Write\n\nBecause.", signature: { isValid: true } },
      ref: { name: "one", target: { oid: done.commit.oid } },
    });
    const { data: commit } = await bot.rest.repos.getCommit({ ...local.at, ref: "one" });
    expect(commit.sha).toBe(done.commit.oid);
    expect(commit.parents.map(({ sha }) => sha)).toEqual([head]);
    expect(commit.author?.login).toBe("software-factory[bot]");
    expect(commit.files?.map(({ filename, status }) => `${status} ${filename}`)).toEqual([
      "removed src/a.ts",
      "added src/b.ts",
    ]);
    const [push, ...more] = await local.news();
    expect(more).toEqual([]);
    expect(push).toMatchObject({
      event: "push",
      payload: { before: head, after: done.commit.oid, ref: "refs/heads/one" },
    });
  });

  it("names the branch by its node id, too", async () => {
    const head = await newBranch("by-id");
    const admin = local.as("admin");
    const { data: ref } = await admin.rest.git.getRef({ ...local.at, ref: "heads/by-id" });
    const input = { ...inputFor("ignored", head, add("x.txt", "x")), branch: { id: ref.node_id } };
    const { createCommitOnBranch: done } = await asked(admin, COMMIT, { input });
    expect(await headOf(admin, "by-id")).toBe(done.commit.oid);
  });

  it("refuses another head as STALE_DATA, in GitHub's words, and changes nothing", async () => {
    const head = await newBranch("stale");
    const expected = "1".repeat(40);
    const admin = local.as("admin");
    expect(await graphqlErrors(admin, COMMIT, { input: inputFor("stale", expected, add("x", "x")) })).toEqual([
      {
        type: "STALE_DATA",
        path: ["createCommitOnBranch"],
        locations: [{ line: 2, column: 3 }],
        message: `Expected branch to point to "${expected}" but it did not.  Pull and try again.`,
      },
    ]);
    expect(await headOf(admin, "stale")).toBe(head);
    expect(await local.news()).toEqual([]);
  });

  it("lets exactly one of two concurrent writers win, twenty times", async () => {
    const first = local.as("admin");
    const second = await local.bot();
    let head = await newBranch("race");
    for (let round = 0; round < 20; round += 1) {
      const expected = head;
      const attempts = [first, second].map((client, index) =>
        asked(client, COMMIT, { input: inputFor("race", expected, add(`round-${round}.txt`, `writer ${index}`)) }).then(
          ({ createCommitOnBranch: done }) => done.commit.oid as string,
          (error: { errors: { type: string }[] }) => error.errors.map(({ type }) => type).join(),
        ),
      );
      const outcomes = await Promise.all(attempts);
      head = await headOf(first, "race");
      expect(outcomes.toSorted()).toEqual([head, "STALE_DATA"].toSorted());
    }
    const { data } = await first.rest.repos.compareCommitsWithBasehead({ ...local.at, basehead: "main...race" });
    expect(data.ahead_by).toBe(20);
  });

  it("is refused on a branch that does not exist, and makes none", async () => {
    const admin = local.as("admin");
    const head = await headOf(admin, "main");
    expect(await graphqlErrors(admin, COMMIT, { input: inputFor("nowhere", head, add("x", "x")) })).toMatchObject([
      { type: "NOT_FOUND", path: ["createCommitOnBranch"] },
    ]);
    const { data } = await admin.rest.git.listMatchingRefs({ ...local.at, ref: "heads/nowhere" });
    expect(data).toEqual([]);
  });

  it("is refused in a repository that does not exist", async () => {
    const input = {
      ...inputFor("main", "1".repeat(40)),
      branch: { repositoryNameWithOwner: "acme/none", branchName: "main" },
    };
    expect(await graphqlErrors(local.as("admin"), COMMIT, { input })).toMatchObject([
      { type: "NOT_FOUND", message: "Could not resolve to a Repository with the name 'acme/none'." },
    ]);
  });

  it.each([
    [
      "a path that is not there",
      { deletions: [{ path: "none.txt" }] },
      /requested for deletion which does not exist as of commit oid `[0-9a-f]{40}`/,
    ],
    ["a folder for deletion", { deletions: [{ path: "src" }] }, /requested for deletion/],
    ["a path that leaves the repository", add("a/../../b", "x"), /malformed/],
    ["a path that begins with a slash", add("/a", "x"), /malformed/],
    ["git's own folder", add(".GIT/config", "x"), /malformed/],
    ["a file below a file", add("README.md/below", "x"), /'README.md' is in its way/],
    ["a file in a folder's place", add("src", "x"), /'src' is in its way/],
    [
      "two additions that exclude each other",
      { additions: [...(add("n", "x").additions ?? []), ...(add("n/m", "x").additions ?? [])] },
      /'n' is in its way/,
    ],
    ["contents that are not Base64", { additions: [{ path: "x", contents: "%%%" }] }, /Base64/],
  ])("refuses %s as UNPROCESSABLE, and writes nothing", async (_what, changes: Changes, message) => {
    const admin = local.as("admin");
    const head = await headOf(admin, "main");
    const [error, ...more] = await graphqlErrors(admin, COMMIT, { input: inputFor("main", head, changes) });
    expect(more).toEqual([]);
    expect(error?.type).toBe("UNPROCESSABLE");
    expect(error?.message).toMatch(message);
    expect(await headOf(admin, "main")).toBe(head);
  });

  it("replaces a file by a folder when the file goes in the same commit", async () => {
    const head = await newBranch("replace");
    const changes = { ...add("README.md/inside", "x"), deletions: [{ path: "README.md" }] };
    const { createCommitOnBranch: done } = await asked(local.as("admin"), COMMIT, {
      input: inputFor("replace", head, changes),
    });
    const { data } = await local
      .as("admin")
      .rest.git.getTree({ ...local.at, tree_sha: done.commit.oid, recursive: "1" });
    expect(data.tree.map(({ path }) => path)).toContain("README.md/inside");
  });

  it("may change nothing at all, as on GitHub", async () => {
    const head = await newBranch("empty");
    const { createCommitOnBranch: done } = await asked(local.as("admin"), COMMIT, { input: inputFor("empty", head) });
    expect(await headOf(local.as("admin"), "empty")).toBe(done.commit.oid);
    expect(done.commit.oid).not.toBe(head);
  });

  it("makes an executable file ordinary: it writes mode 100644 only", async () => {
    const admin = local.as("admin");
    const head = await newBranch("modes");
    const { data: tree } = await admin.rest.git.createTree({
      ...local.at,
      base_tree: head,
      tree: [{ path: "run.sh", mode: "100755", type: "blob", content: "#!/bin/sh\n" }],
    });
    const { data: commit } = await admin.rest.git.createCommit({
      ...local.at,
      message: "x",
      tree: tree.sha,
      parents: [head],
    });
    await admin.rest.git.updateRef({ ...local.at, ref: "heads/modes", sha: commit.sha });
    await asked(admin, COMMIT, { input: inputFor("modes", commit.sha, add("run.sh", "#!/bin/sh\n:\n")) });
    const { data } = await admin.rest.git.getTree({ ...local.at, tree_sha: "modes" });
    expect(data.tree.find(({ path }) => path === "run.sh")?.mode).toBe("100644");
  });

  it("needs the workflows permission for a workflow file", async () => {
    const head = await newBranch("workflow");
    const input = inputFor("workflow", head, add(".github/workflows/ci.yml", "on: push\n"));
    const narrow = await local.bot({ permissions: { contents: "write" } });
    expect(await graphqlErrors(narrow, COMMIT, { input })).toMatchObject([
      { type: "FORBIDDEN", message: expect.stringContaining("without `workflows` permission") },
    ]);
    expect(await headOf(local.as("admin"), "workflow")).toBe(head);
    const wide = await local.bot({ permissions: { contents: "write", workflows: "write" } });
    await asked(wide, COMMIT, { input });
  });

  it("does not go round branch protection", async () => {
    const head = await newBranch("guarded");
    await local.as("admin").rest.repos.updateBranchProtection({
      ...local.at,
      branch: "guarded",
      required_status_checks: null,
      enforce_admins: true,
      required_pull_request_reviews: { required_approving_review_count: 1 },
      restrictions: null,
    });
    const bot = await local.bot();
    const [error] = await graphqlErrors(bot, COMMIT, { input: inputFor("guarded", head, add("x", "x")) });
    expect(error).toMatchObject({ type: "UNPROCESSABLE", message: expect.stringContaining("through a pull request") });
    expect(await headOf(bot, "guarded")).toBe(head);
    expect(await local.news()).toEqual([]);
  });

  it.each([
    ["a token that only reads", () => local.bot({ permissions: { contents: "read" } })],
    ["a reader", async () => local.as("read")],
    [
      "the App itself, with its JWT",
      async () => local.token(((await local.app().auth({ type: "app" })) as { token: string }).token),
    ],
  ])("is FORBIDDEN for %s", async (_who, client) => {
    const head = await headOf(local.as("admin"), "main");
    const [error] = await graphqlErrors(await client(), COMMIT, { input: inputFor("main", head, add("x", "x")) });
    expect(error?.type).toBe("FORBIDDEN");
    expect(await headOf(local.as("admin"), "main")).toBe(head);
  });

  it("moves the pull request that it belongs to", async () => {
    const admin = local.as("admin");
    const head = await commitOn(admin, local.at, { branch: "topic", path: "t.txt", text: "t" });
    const { data: pull } = await admin.rest.pulls.create({ ...local.at, title: "T", head: "topic", base: "main" });
    await local.news();
    const { createCommitOnBranch: done } = await asked(admin, COMMIT, {
      input: inputFor("topic", head, add("u.txt", "u")),
    });
    const events = (await local.news()).map(({ event, payload }) => [event, payload.action].filter(Boolean).join("."));
    expect(events).toEqual(["push", "pull_request.synchronize"]);
    const { data: after } = await admin.rest.pulls.get({ ...local.at, pull_number: pull.number });
    expect(after.head.sha).toBe(done.commit.oid);
  });
});
