import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterEach, describe, expect, it } from "vitest";
import { type Forge, type ForgeOptions, startForge } from "../../../src/sandbox/forge/forge.js";
import { newKeyPair } from "../../../src/sandbox/forge/seed.js";
import { FolderInUse } from "../../../src/sandbox/forge/store/claim-folder.js";
import { commitOn, quiet } from "../../support/forge.js";
import { bothStates, journalIn } from "../../support/kept-state.js";

const keys = newKeyPair();
const folders: string[] = [];
const running: Forge[] = [];
const at = { owner: "acme", repo: "product" };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "forge-test-"));
  folders.push(folder);
  return folder;
}
type Started = { readonly forge: Forge; readonly admin: Octokit; readonly folder: string; readonly log: string[] };

async function start(options: ForgeOptions & { readonly folder?: string } = {}): Promise<Started> {
  const { folder = newFolder(), ...rest } = options;
  const log: string[] = [];
  const forge = await startForge({ keys, log: (line) => log.push(line), dataDirectory: folder, ...rest });
  running.push(forge);
  const admin = new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users.admin.token, log: quiet });
  return { forge, admin, folder, log };
}
async function stopAll() {
  for (const forge of running.splice(0)) await forge.stop();
}
afterEach(async () => {
  await stopAll();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What a forge that is killed at this moment leaves behind. */
function killedNow({ folder }: Pick<Started, "folder">): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Git as it is now, and the journal as it was before. */
function killedBeforeWriting(world: Started, journal: Buffer): string {
  const copy = killedNow(world);
  writeFileSync(journalIn(copy), journal);
  return copy;
}

const journalOf = ({ folder }: Started) => readFileSync(journalIn(folder));
const gitOf = (folder: string, forge: Forge) =>
  join(folder, "repositories", `${[...forge.hub.state.repositories.keys()][0]}.git`);
const refsIn = (folder: string, forge: Forge) =>
  execFileSync("git", ["-C", gitOf(folder, forge), "for-each-ref", "--format=%(refname) %(objectname)"], {
    encoding: "utf8",
  });

/** Takes webhooks, and says which came. */
async function receiver() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.headers["x-github-event"]} ${request.headers["x-github-delivery"]}`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe("a forge with a data directory", () => {
  it("comes back with the same App, people, address, issues, pull requests and git history", async () => {
    const { forge, admin, folder } = await start();
    await admin.rest.issues.create({ ...at, title: "kept", labels: ["factory"] });
    const sha = await commitOn(admin, at, { branch: "topic", path: "a.txt", text: "a" });
    await admin.rest.pulls.create({ ...at, title: "kept, too", head: "topic", base: "main" });
    const before = { app: forge.app, users: forge.users, url: forge.url };
    await stopAll();
    const again = await start({ folder });
    expect({ app: again.forge.app, users: again.forge.users, url: again.forge.url }).toEqual(before);
    expect((await again.admin.rest.issues.get({ ...at, issue_number: 1 })).data).toMatchObject({
      title: "kept",
      labels: [{ name: "factory" }],
    });
    expect((await again.admin.rest.pulls.get({ ...at, pull_number: 2 })).data).toMatchObject({
      head: { sha },
      mergeable: true,
    });
    const { data: next } = await again.admin.rest.issues.create({ ...at, title: "third" });
    expect(next.number).toBe(3);
    await again.admin.rest.pulls.merge({ ...at, pull_number: 2 });
  });

  it("keeps its secrets to its owner", async () => {
    const { folder } = await start();
    expect(statSync(journalIn(folder)).mode & 0o777).toBe(0o600);
  });

  it("takes another port when the one of last time is taken", async () => {
    const first = await start();
    const copy = killedNow(first);
    const second = await start({ folder: copy });
    expect(second.forge.url).not.toBe(first.forge.url);
  });

  it("reads a journal that was written without a collection", async () => {
    const { folder } = await start();
    await stopAll();
    const text = readFileSync(journalIn(folder), "utf8");
    expect(text).not.toContain('"rulesets"');
    const { admin } = await start({ folder });
    expect((await admin.rest.repos.getRepoRulesets(at)).data).toEqual([]);
  });

  it("refuses a folder of a version before the journal", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "state.json"), "{}");
    await expect(start({ folder })).rejects.toThrow(
      `${join(folder, "state.json")} was left by an earlier version, which this one cannot read`,
    );
  });

  it("refuses a folder that another forge uses, and takes it when that one has stopped", async () => {
    const { folder } = await start();
    await expect(start({ folder })).rejects.toEqual(new FolderInUse(folder, process.pid));
    await stopAll();
    await start({ folder });
  });

  it.each([
    ["the process has another start time", { pid: process.pid, started: "1" }],
    ["the id belongs to another process", { pid: 1, started: "1" }],
    ["the file is cut off", undefined],
  ])("takes a folder that is marked as in use when %s", async (_who, owner) => {
    const folder = newFolder();
    writeFileSync(join(folder, "in-use.json"), owner === undefined ? "{" : JSON.stringify({ ...owner, folder }));
    await start({ folder });
  });

  it("refuses a busy port with the system's own error, and leaves the folder to others", async () => {
    const { forge } = await start();
    const port = Number(new URL(forge.url).port);
    const folder = newFolder();
    await expect(start({ folder, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await start({ folder });
  });
});

describe("a forge that is killed", () => {
  it("has everything that was answered, and gives no number twice", async () => {
    const first = await start();
    const { data: issue } = await first.admin.rest.issues.create({ ...at, title: "answered" });
    const second = await start({ folder: killedNow(first) });
    const sha = await commitOn(second.admin, at, { branch: "topic", path: "a.txt", text: "a" });
    const third = await start({ folder: killedNow(second) });
    await third.admin.rest.pulls.create({ ...at, title: "opened", head: "topic", base: "main" });
    const fourth = await start({ folder: killedNow(third) });
    await fourth.admin.rest.issues.createComment({ ...at, issue_number: 2, body: "said" });
    const fifth = await start({ folder: killedNow(fourth) });
    await fifth.admin.rest.pulls.merge({ ...at, pull_number: 2 });
    const sixth = await start({ folder: killedNow(fifth) });
    expect((await sixth.admin.rest.issues.get({ ...at, issue_number: 1 })).data.id).toBe(issue.id);
    expect((await sixth.admin.rest.pulls.get({ ...at, pull_number: 2 })).data).toMatchObject({
      merged: true,
      head: { sha },
      comments: 1,
    });
    const { data: next } = await sixth.admin.rest.issues.create({ ...at, title: "next" });
    expect(next.number).toBe(3);
    expect(next.id).toBeGreaterThan(issue.id);
    for (const { forge, folder } of [first, second, third, fourth, fifth, sixth]) {
      const { memory, disk } = await bothStates(forge, folder);
      expect(disk).toEqual(memory);
    }
  });

  it("undoes a merge that was cut off between git and the journal, and can make it again", async () => {
    const first = await start();
    await commitOn(first.admin, at, { branch: "topic", path: "a.txt", text: "a" });
    await first.admin.rest.pulls.create({ ...at, title: "merge me", head: "topic", base: "main" });
    const journal = journalOf(first);
    const refs = refsIn(first.folder, first.forge);
    const { data: merged } = await first.admin.rest.pulls.merge({ ...at, pull_number: 1, merge_method: "squash" });
    const copy = killedBeforeWriting(first, journal);
    expect(refsIn(copy, first.forge)).not.toBe(refs);
    const again = await start({ folder: copy });
    expect(again.log).toContainEqual(expect.stringMatching(/^product: set refs\/heads\/main to [0-9a-f]{40}/));
    expect(refsIn(copy, again.forge)).toBe(refs);
    expect((await again.admin.rest.pulls.get({ ...at, pull_number: 1 })).data).toMatchObject({
      state: "open",
      merged: false,
      mergeable: true,
    });
    const { data: second } = await again.admin.rest.pulls.merge({ ...at, pull_number: 1, merge_method: "squash" });
    const { data: commits } = await again.admin.rest.repos.listCommits(at);
    expect(commits.map(({ sha }) => sha)).toHaveLength(2);
    expect(commits[0]?.sha).toBe(second.sha);
    expect(merged.merged).toBe(true);
  });

  it("undoes a pull request, a branch and a tag that were cut off", async () => {
    const first = await start();
    await commitOn(first.admin, at, { branch: "a/b", path: "a.txt", text: "a" });
    const journal = journalOf(first);
    const refs = refsIn(first.folder, first.forge);
    await first.admin.rest.git.deleteRef({ ...at, ref: "heads/a/b" });
    const sha = await commitOn(first.admin, at, { branch: "a", path: "b.txt", text: "b" });
    await first.admin.rest.pulls.create({ ...at, title: "cut off", head: "a", base: "main" });
    await first.admin.rest.pulls.get({ ...at, pull_number: 1 });
    await first.admin.rest.git.createRef({ ...at, ref: "refs/tags/v1", sha });
    const again = await start({ folder: killedBeforeWriting(first, journal) });
    expect(refsIn(again.folder, again.forge)).toBe(refs);
    await expect(again.admin.rest.pulls.get({ ...at, pull_number: 1 })).rejects.toMatchObject({ status: 404 });
    await again.admin.rest.pulls.create({ ...at, title: "asked again", head: "a/b", base: "main" });
    expect(refsIn(again.folder, again.forge)).toContain("refs/pull/1/head");
  });

  it("undoes a repository that was cut off, and can make it again", async () => {
    const first = await start();
    const journal = journalOf(first);
    await first.admin.rest.repos.createForAuthenticatedUser({ name: "second", auto_init: true });
    const again = await start({ folder: killedBeforeWriting(first, journal) });
    const { data } = await again.admin.rest.repos.createForAuthenticatedUser({ name: "second", auto_init: false });
    const second = { owner: "admin", repo: "second" };
    expect((await again.admin.rest.repos.listBranches(second)).data).toEqual([]);
    const third = await start({ folder: killedNow(again) });
    expect((await third.admin.rest.repos.get(second)).data.id).toBe(data.id);
  });

  it("restores HEAD to the default branch", async () => {
    const first = await start();
    await commitOn(first.admin, at, { branch: "other", path: "a.txt", text: "a" });
    const journal = journalOf(first);
    await first.admin.rest.repos.update({ ...at, default_branch: "other" });
    const again = await start({ folder: killedBeforeWriting(first, journal) });
    expect(readFileSync(join(gitOf(again.folder, again.forge), "HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
  });

  it("removes the lock files of killed git processes", async () => {
    const first = await start();
    await commitOn(first.admin, at, { branch: "topic", path: "a.txt", text: "a" });
    const copy = killedNow(first);
    const git = gitOf(copy, first.forge);
    for (const lock of ["refs/heads/topic.lock", "refs/heads/main.lock", "packed-refs.lock", "HEAD.lock"])
      writeFileSync(join(git, lock), "");
    const { admin } = await start({ folder: copy });
    await commitOn(admin, at, { branch: "topic", path: "a.txt", text: "b" });
    execFileSync("git", ["-C", git, "pack-refs", "--all"]);
    execFileSync("git", ["-C", git, "fsck", "--strict"], { stdio: "pipe" });
  });

  it("refuses a git repository that has lost commits, and names it", async () => {
    const first = await start();
    const sha = await commitOn(first.admin, at, { branch: "topic", path: "a.txt", text: "a" });
    const copy = killedNow(first);
    const git = gitOf(copy, first.forge);
    execFileSync("git", ["-C", git, "update-ref", "-d", "refs/heads/topic"]);
    rmSync(join(git, "objects", sha.slice(0, 2), sha.slice(2)));
    await expect(start({ folder: copy })).rejects.toThrow(`${git} does not fit the journal`);
  });

  it("drops a record that it did not finish writing, and says so", async () => {
    const first = await start();
    await first.admin.rest.issues.create({ ...at, title: "whole" });
    const length = statSync(journalIn(first.folder)).size;
    await first.admin.rest.issues.create({ ...at, title: "cut off" });
    const copy = killedNow(first);
    truncateSync(journalIn(copy), length + 30);
    const { admin, log } = await start({ folder: copy });
    expect(log).toEqual([
      `${journalIn(copy)}: dropped an unfinished record of 30 bytes at its end: the forge was killed before it answered`,
    ]);
    const { data } = await admin.rest.issues.listForRepo(at);
    expect(data.map(({ title }) => title)).toEqual(["whole"]);
    expect((await admin.rest.issues.create({ ...at, title: "again" })).data.number).toBe(2);
  });

  it("answers neither reader nor writer before what they see is saved", async () => {
    const world = await start();
    const title = async (folder: string) => {
      const { admin } = await start({ folder });
      return (await admin.rest.issues.listForRepo(at)).data.map((issue) => issue.title);
    };
    const copies: string[] = [];
    world.forge.intercept({
      afterRequest: () => {
        copies.push(killedNow(world));
        return { kind: "pass" };
      },
    });
    const writing = world.admin.rest.issues.create({ ...at, title: "seen" });
    const reading = world.admin.rest.issues.listForRepo(at);
    const [, { data }] = await Promise.all([writing, reading]);
    expect(copies).toHaveLength(2);
    for (const copy of copies.slice(data.length === 0 ? 1 : 0)) expect(await title(copy)).toEqual(["seen"]);
  });

  it("answers 500 when it cannot save a change, and saves it with the next one", async () => {
    const world = await start();
    const { hub } = world.forge;
    const file = journalIn(world.folder);
    const before = readFileSync(file);
    // A value that JSON cannot hold stands for a disk that is full.
    const broken: unknown[] = [];
    broken.push(broken);
    Object.assign(hub.state, { app: { ...hub.state.app, broken } });
    await expect(world.admin.rest.issues.create({ ...at, title: "lost" })).rejects.toMatchObject({ status: 500 });
    expect(readFileSync(file)).toEqual(before);
    const { broken: _, ...app } = { broken, ...hub.state.app };
    Object.assign(hub.state, { app });
    await world.admin.rest.issues.create({ ...at, title: "kept" });
    const { memory, disk } = await bothStates(world.forge, world.folder);
    expect(disk).toEqual(memory);
  });

  it("delivers again what it may not have delivered, once the new address of the App is known", async () => {
    const { url, seen, close } = await receiver();
    const silent = await start({ webhookUrl: "http://127.0.0.1:9/" });
    const reached = new Promise<string>((resolve) => {
      silent.forge.intercept({
        beforeDelivery: () => {
          resolve(killedNow(silent));
          return [{}];
        },
      });
    });
    await silent.admin.rest.issues.create({ ...at, title: "told" });
    const folder = await reached;
    const undelivered = [...silent.forge.hub.state.deliveries.values()].map(({ event, guid }) => `${event} ${guid}`);
    expect(undelivered).toHaveLength(1);
    const again = await start({ folder, holdDeliveries: true });
    await again.admin.rest.issues.listForRepo(at);
    expect(again.log).toEqual([]);
    again.forge.setWebhookUrl(url);
    await again.forge.idle();
    expect(seen).toEqual(undelivered);
    await again.forge.hub.saved();
    const third = await start({ folder: killedNow(again), webhookUrl: url });
    await third.forge.idle();
    expect(seen).toEqual(undelivered);
    close();
  });

  it("ends git processes that were left running", async () => {
    const first = await start();
    const copy = killedNow(first);
    const git = gitOf(copy, first.forge);
    const stale = spawn("git", ["-C", git, "cat-file", "--batch-command"]);
    const [ended] = await Promise.all([once(stale, "exit"), once(stale, "spawn").then(() => start({ folder: copy }))]);
    expect(ended).toEqual([null, "SIGKILL"]);
  });
});
