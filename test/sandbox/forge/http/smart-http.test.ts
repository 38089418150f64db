import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitOn, git, useForge } from "../../../support/forge.js";

const local = useForge();
const folder = mkdtempSync(join(tmpdir(), "push-"));
const work = join(folder, "work");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const remote = (token?: string, name = "acme/product") =>
  `${local.forge.url.replace("http://", token === undefined ? "http://" : `http://x-access-token:${token}@`)}/${name}.git`;
const tokenOf = async (permissions?: Record<string, string>) => {
  const { data } = await local.app().rest.apps.getRepoInstallation(local.at);
  const body = { installation_id: data.id, ...(permissions === undefined ? {} : { permissions }) };
  return (await local.app().rest.apps.createInstallationAccessToken(body)).data.token;
};

async function commit(file: string, text: string, message = `Write ${file}`): Promise<string> {
  writeFileSync(join(work, file), text);
  await git(work, "add", "-A");
  await git(work, "commit", "--quiet", "-m", message);
  return git(work, "rev-parse", "HEAD");
}
/** git's own words when a push fails. */
const pushRefused = (...args: string[]) =>
  git(work, "push", ...args).then(
    () => "",
    (error: { stderr: string }) => error.stderr,
  );

beforeAll(async () => {
  await git(folder, "clone", "--quiet", remote(local.forge.users.write.token), "work");
});

describe("clone and fetch", () => {
  it("work with a token, and without one where the repository is public", async () => {
    await git(folder, "clone", "--quiet", "--depth", "1", remote(), "anonymous");
    await git(folder, "clone", "--quiet", "--bare", remote(await tokenOf({ contents: "read" })), "bare");
    expect(await git(join(folder, "anonymous"), "ls-files")).toBe("README.md");
  });

  it("speak the older protocol, too", async () => {
    await git(folder, "-c", "protocol.version=0", "clone", "--quiet", remote(), "older");
    expect(await git(join(folder, "older"), "rev-parse", "HEAD")).toBe(await git(work, "rev-parse", "HEAD"));
  });

  it("reach a single commit by its name, and a pull request by its ref", async () => {
    const bot = await local.bot();
    const sha = await commitOn(bot, local.at, { branch: "by-sha", path: "x.txt", text: "x" });
    const { data } = await bot.rest.pulls.create({ ...local.at, title: "x", head: "by-sha", base: "main" });
    await git(work, "fetch", "--quiet", "--depth=1", "origin", sha);
    expect(await git(work, "rev-parse", "FETCH_HEAD")).toBe(sha);
    await git(work, "fetch", "--quiet", "origin", `pull/${data.number}/head`);
    expect(await git(work, "rev-parse", "FETCH_HEAD")).toBe(sha);
    await commitOn(local.as("admin"), local.at, { branch: "main", path: "moved-on.txt", text: "m" });
    const { data: now } = await bot.rest.pulls.get({ ...local.at, pull_number: data.number });
    await git(work, "fetch", "--quiet", "origin", `pull/${data.number}/merge`);
    expect(await git(work, "rev-parse", "FETCH_HEAD")).toBe(now.merge_commit_sha);
    expect((await git(work, "ls-tree", "--name-only", "FETCH_HEAD")).split("\n")).toEqual([
      "README.md",
      "moved-on.txt",
      "x.txt",
    ]);
  });

  it("of a private repository need a member", async () => {
    await local.as("admin").rest.repos.createInOrg({ org: "acme", name: "hidden", private: true, auto_init: true });
    for (const url of [
      remote(undefined, "acme/hidden"),
      remote(local.forge.users.stranger.token, "acme/hidden"),
      remote("nonsense", "acme/hidden"),
    ]) {
      await expect(git(folder, "clone", "--quiet", url, "hidden")).rejects.toThrow();
    }
    await git(folder, "clone", "--quiet", remote(local.forge.users.admin.token, "acme/hidden"), "hidden");
  });
});

describe("push", () => {
  it("makes branches, tags and commits that the API shows, with their events", async () => {
    await local.news();
    await git(work, "checkout", "--quiet", "-b", "feature/one", "origin/main");
    const first = await commit("one.txt", "1\n");
    await git(work, "tag", "-a", "v1", "-m", "first");
    await git(work, "push", "--quiet", "origin", "feature/one", "v1");
    const { data } = await local.as("read").rest.repos.getBranch({ ...local.at, branch: "feature/one" });
    expect(data.commit.sha).toBe(first);
    const news = await local.news();
    expect(news.map(({ event, payload }) => `${event} ${payload.ref}`)).toEqual([
      "create feature/one",
      "push refs/heads/feature/one",
      "create v1",
      "push refs/tags/v1",
    ]);
    expect(news[0]?.payload.sender.login).toBe("writer");
    expect(news[1]?.payload.commits).toMatchObject([{ id: first, added: ["one.txt"], author: { username: "writer" } }]);
  });

  it("moves open pull requests along, and a deleted branch closes them", async () => {
    const writer = local.as("write");
    const { data } = await writer.rest.pulls.create({
      ...local.at,
      title: "pushed",
      head: "feature/one",
      base: "main",
    });
    await local.news();
    const second = await commit("two.txt", "2\n");
    await git(work, "push", "--quiet", "origin", "feature/one");
    expect((await writer.rest.pulls.get({ ...local.at, pull_number: data.number })).data.head.sha).toBe(second);
    await git(work, "push", "--quiet", "origin", ":feature/one");
    expect((await local.news()).map(({ event, payload }) => `${event} ${payload.action ?? ""}`.trim())).toEqual([
      "push",
      "pull_request synchronize",
      "delete",
      "push",
      "pull_request closed",
    ]);
  });

  it("of a merge into the base marks the pull request as merged", async () => {
    const bot = await local.bot();
    await commitOn(bot, local.at, { branch: "by-hand", path: "hand.txt", text: "h" });
    const { data } = await bot.rest.pulls.create({ ...local.at, title: "by hand", head: "by-hand", base: "main" });
    await git(work, "fetch", "--quiet", "origin");
    await git(work, "checkout", "--quiet", "-B", "main", "origin/main");
    await git(work, "merge", "--quiet", "--no-ff", "-m", "Merge by hand", "origin/by-hand");
    await git(work, "push", "--quiet", "origin", "main");
    const { data: merged } = await bot.rest.pulls.get({ ...local.at, pull_number: data.number });
    expect(merged).toMatchObject({
      merged: true,
      merged_by: { login: "writer" },
      merge_commit_sha: await git(work, "rev-parse", "HEAD"),
    });
  });

  it("is refused to readers, to narrowed tokens and without a token", async () => {
    await git(work, "checkout", "--quiet", "-B", "refused", "origin/main");
    await commit("refused.txt", "r\n");
    for (const url of [remote(local.forge.users.read.token), remote(await tokenOf({ contents: "read" })), remote()]) {
      expect(await pushRefused(url, "refused")).not.toBe("");
    }
    expect(await git(work, "ls-remote", "origin", "refused")).toBe("");
  });

  it("of a workflow file needs the workflows permission", async () => {
    await git(work, "checkout", "--quiet", "-B", "workflow", "origin/main");
    await git(work, "config", "core.quotePath", "false");
    const { mkdirSync } = await import("node:fs");
    mkdirSync(join(work, ".github/workflows"), { recursive: true });
    await commit(".github/workflows/ci.yml", "on: push\n");
    const refused = await pushRefused(remote(await tokenOf({ contents: "write" })), "workflow");
    expect(refused).toContain("refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml`");
    await git(work, "push", "--quiet", remote(await tokenOf()), "workflow");
  });

  it("to a protected branch is declined, while other refs of the same push arrive, unless it is atomic", async () => {
    const admin = local.as("admin");
    await admin.rest.repos.updateBranchProtection({
      ...local.at,
      branch: "main",
      required_status_checks: null,
      enforce_admins: true,
      required_pull_request_reviews: {},
      restrictions: null,
    });
    await git(work, "fetch", "--quiet", "origin");
    await git(work, "checkout", "--quiet", "-B", "main", "origin/main");
    await commit("direct.txt", "d\n");
    expect(await pushRefused("--atomic", "origin", "main", "main:atomic")).toContain("protected branch hook declined");
    expect(await git(work, "ls-remote", "origin", "atomic")).toBe("");
    const refused = await pushRefused("origin", "main", "main:partial");
    expect(refused).toContain("Changes must be made through a pull request.");
    expect(await git(work, "ls-remote", "origin", "partial")).toContain("refs/heads/partial");
    await admin.rest.repos.deleteBranchProtection({ ...local.at, branch: "main" });
  });

  it("may force what is not protected, loses a race it did not see, and cannot write pull request refs", async () => {
    await git(work, "fetch", "--quiet", "origin");
    await git(work, "checkout", "--quiet", "-B", "contested", "origin/main");
    await commit("mine.txt", "mine\n");
    await git(work, "push", "--quiet", "origin", "contested");
    const theirs = await commitOn(await local.bot(), local.at, { branch: "contested", path: "theirs.txt", text: "t" });
    await commit("mine.txt", "mine again\n");
    expect(await pushRefused("origin", "contested")).toContain("rejected");
    expect(await pushRefused("--force-with-lease=contested:HEAD~1", "origin", "contested")).toContain("stale info");
    expect(await git(work, "ls-remote", "origin", "refs/heads/contested")).toContain(theirs);
    await local.news();
    await git(work, "push", "--quiet", "--force", "origin", "contested");
    expect((await local.news())[0]?.payload).toMatchObject({ forced: true, before: theirs });
    expect(await pushRefused("--force", "origin", "HEAD:refs/pull/1/head")).toContain("deny updating a hidden ref");
  });

  it.each([
    ["a commit that is nowhere", "", "missing necessary objects"],
    ["a broken pack", "PACKnonsense", "unpacker error"],
  ])("of %s is refused, and nothing moves", async (_what, pack, reason) => {
    const command = `${"0".repeat(40)} ${"1".repeat(40)} refs/heads/broken\0report-status\n`;
    const length = (command.length + 4).toString(16).padStart(4, "0");
    const answer = await fetch(`${local.forge.url}/acme/product.git/git-receive-pack`, {
      method: "POST",
      headers: { authorization: `token ${local.forge.users.write.token}` },
      body: `${length}${command}0000${pack}`,
    });
    expect(await answer.text()).toContain(`ng refs/heads/broken ${reason}`);
    expect(await git(work, "ls-remote", "origin", "broken")).toBe("");
  });

  it("from a shallow clone and of large files works", async () => {
    await git(folder, "clone", "--quiet", "--depth", "1", remote(local.forge.users.write.token), "shallow");
    const shallow = join(folder, "shallow");
    writeFileSync(join(shallow, "big.bin"), Buffer.alloc(3_000_000, "random enough? no, but large"));
    await git(shallow, "add", "-A");
    await git(shallow, "commit", "--quiet", "-m", "Big");
    await git(shallow, "push", "--quiet", "origin", "HEAD:big");
    const { data } = await local.as("read").rest.repos.getContent({ ...local.at, path: "big.bin", ref: "big" });
    expect(data).toMatchObject({ size: 3_000_000 });
  });

  it("by a person of an issue-closing commit closes the issue", async () => {
    const { data: issue } = await local.as("read").rest.issues.create({ ...local.at, title: "fix me" });
    await git(work, "fetch", "--quiet", "origin");
    await git(work, "checkout", "--quiet", "-B", "main", "origin/main");
    await commit("fixed.txt", "f\n", `Mend it\n\nFixes #${issue.number}`);
    await git(work, "push", "--quiet", "origin", "main");
    expect((await local.as("read").rest.issues.get({ ...local.at, issue_number: issue.number })).data.state).toBe(
      "closed",
    );
  });
});
