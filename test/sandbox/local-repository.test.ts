import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSandboxOptions } from "../../src/cli/sandbox/sandbox-options.js";
import { type LocalRepository, readLocalRepository } from "../../src/sandbox/local-repository.js";
import { type Sandbox, type StartApp, startSandbox } from "../../src/sandbox/start-sandbox.js";

const folder = mkdtempSync(join(tmpdir(), "local-repository-"));
const own = join(folder, "my library");
const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=P", "-c", "user.email=p@example.com", ...args], {
    cwd,
    encoding: "utf8",
  }).trim();

const WORKFLOW = "on: [push, create]\njobs:\n  it:\n    runs-on: ubuntu-latest\n    steps: [{ run: exit 1 }]\n";

beforeAll(() => {
  mkdirSync(join(own, ".github/workflows"), { recursive: true });
  git(own, "init", "--quiet", "--initial-branch=trunk");
  writeFileSync(join(own, "one.js"), "export const one = 1;\n");
  writeFileSync(join(own, ".github/workflows/own.yml"), WORKFLOW);
  git(own, "add", ".");
  git(own, "commit", "--quiet", "-m", "First");
  git(own, "tag", "v1.2.0");
  writeFileSync(join(own, "one.js"), "export const one = 2;\n");
  git(own, "commit", "--quiet", "-am", "Second");
  git(own, "tag", "--annotate", "v1.3.0", "-m", "Third");
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(path: string): Promise<LocalRepository> {
  const outcome = await readLocalRepository(path);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

const refused = async (path: string) => {
  const outcome = await readLocalRepository(path);
  return outcome.ok ? "not refused" : outcome.refusal.message;
};

/** As the command line reads it. */
async function asked(...args: string[]): Promise<LocalRepository> {
  const outcome = await readSandboxOptions(args);
  if (!outcome.ok || outcome.value.repository === undefined) throw new Error(`${args.join(" ")} names no repository`);
  return outcome.value.repository;
}

describe("a repository in a folder", () => {
  it("has its branch, its head and its tags, and a name that GitHub takes", async () => {
    expect(await read(own)).toMatchObject({
      name: "my-library",
      branch: "trunk",
      head: git(own, "rev-parse", "HEAD"),
      tags: [
        ["refs/tags/v1.2.0", git(own, "rev-parse", "v1.2.0")],
        ["refs/tags/v1.3.0", git(own, "rev-parse", "v1.3.0")],
      ],
      isDirty: false,
    });
  });

  it("says that something is not committed", async () => {
    writeFileSync(join(own, "two.js"), "");
    expect(await read(own)).toMatchObject({ isDirty: true });
    rmSync(join(own, "two.js"));
  });

  it("is refused if it is none, if nothing is committed, and if its history is cut off", async () => {
    expect(await refused(folder)).toContain("is no git repository");
    expect(await refused(join(folder, "nowhere"))).toContain("is no git repository");
    const empty = join(folder, "empty");
    git(folder, "init", "--quiet", empty);
    expect(await refused(empty)).toContain("has no commit yet");
    const shallow = join(folder, "shallow");
    git(folder, "clone", "--quiet", "--depth=1", `file://${own}`, shallow);
    expect(await refused(shallow)).toContain("git fetch --unshallow");
  });
});

describe("a sandbox that begins with a repository", () => {
  const noApp: StartApp = async () => ({
    url: "http://127.0.0.1:9",
    stop: async () => {},
    ended: new Promise(() => {}),
  });
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({
      startApp: noApp,
      repository: await asked("--repo", own),
      spec: "# More\n",
      forge: { log: () => {} },
    });
  });
  afterAll(() => sandbox.stop());

  it("serves its history and tags under its name, with the spec on top, and runs none of its workflows for it", async () => {
    const { host, repo, users, hub } = sandbox.forge;
    expect(repo.repo).toBe("my-library");
    const clone = join(folder, "clone");
    const url = `http://${users.admin.login}:${users.admin.token}@${host}/${repo.owner}/${repo.repo}.git`;
    // The forge is in this process: nothing may block it.
    await promisify(execFile)("git", ["clone", "--quiet", url, clone]);
    expect(git(clone, "symbolic-ref", "--short", "HEAD")).toBe("trunk");
    expect(git(clone, "log", "--format=%s")).toBe("Write SPEC.md\nSecond\nFirst");
    expect(git(clone, "rev-parse", "v1.3.0")).toBe(git(own, "rev-parse", "v1.3.0"));
    const shas = [...hub.state.repositories.values()].flatMap(({ runs }) =>
      [...runs.values()].map(({ headSha }) => headSha),
    );
    expect(shas).not.toContain(git(own, "rev-parse", "HEAD"));
  });

  it("leaves the folder as it was", () => {
    expect(git(own, "status", "--porcelain", "--branch")).toBe("## trunk");
    expect(git(own, "for-each-ref", "--format=%(refname)")).toBe(
      "refs/heads/trunk\nrefs/tags/v1.2.0\nrefs/tags/v1.3.0",
    );
  });
});
