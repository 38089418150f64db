import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runReplay } from "../../../src/cli/replay/run-replay.js";
import { runStatus } from "../../../src/cli/status/run-status.js";
import { STATE_PATH } from "../../../src/domain/gates/state-paths.js";
import { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import { escalationPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { raised } from "../../support/escalation.js";
import { printed } from "../../support/printed.js";
import { FIRST_TASK, history } from "../../support/state-history.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const repositories: TempRepository[] = [];

/** A repository with a product's state branch beside its main branch. */
function product(change: (files: Record<string, string>, index: number) => Record<string, string> = (files) => files) {
  const repository = createTempRepository();
  repositories.push(repository);
  repository.commit({ "README.md": "# Product\n" });
  repository.git("checkout", "--quiet", "--orphan", "factory/state");
  repository.git("rm", "-rfq", ".");
  for (const [index, { files, subject }] of history().entries()) {
    repository.commit(change(Object.fromEntries(files), index), subject);
  }
  repository.git("checkout", "--quiet", "main");
  return repository;
}

let good: TempRepository;
beforeAll(() => {
  good = product();
});
afterAll(() => {
  for (const repository of repositories) repository.remove();
});

const status = (...args: string[]) => printed(() => runStatus(args));
const replay = (...args: string[]) => printed(() => runReplay(args));

describe("factory status", () => {
  it("says who asked, how far the spec is, and where every task stands", async () => {
    const { exit, out, err } = await status(good.folder);
    expect({ exit, err }).toEqual({ exit: 0, err: "" });
    expect(out.split("\n").slice(0, 10)).toEqual([
      "#3 Build it, asked for by ada",
      "spec: approved by ada, pull request #4",
      "",
      "project 7-SPEC-001: ACTIVE, 0 of 2 tasks shipped",
      `  IN_PROGRESS  ${FIRST_TASK} #5  Keep a note`,
      "  PENDING      T-pillar-1-epic-1-story-1-002     Find a note: waits for Keep a note",
      "",
      "waiting for:",
      "  the run of the test baseline to be started (since 2026-03-01 10:06:00 UTC)",
      expect.stringMatching(/^ {2}Keep a note \(T-\S+\) in #5.* \(since 2026-\S+ \S+ UTC\)$/),
    ]);
  });

  it("says the same to programs", async () => {
    const { exit, out } = await status(good.folder, "--json");
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      commit: good.git("rev-parse", "factory/state"),
      project: { status: "ACTIVE", counts: { IN_PROGRESS: 1, PENDING: 1, SHIPPED: 0 } },
    });
  });

  it("reads a folder below the root, and the fetched branch of a clone", async () => {
    const clone = mkdtempSync(join(tmpdir(), "factory-clone-"));
    good.git("clone", "--quiet", good.folder, join(clone, "here"));
    expect((await status(join(clone, "here", ".git"))).exit).toBe(0);
    rmSync(clone, { recursive: true });
  });

  it("finds the state branch by the configured prefix, also beside one from before it was changed", async () => {
    const renamed = product();
    renamed.commit({ ".factory/config.yml": "branch_prefix: robots\n" });
    renamed.git("branch", "robots/state", "factory/state~1");
    const commit = renamed.git("rev-parse", "robots/state");
    for (const where of [renamed.folder, `file://${renamed.folder}`]) {
      const { exit, out } = await status(where, "--json");
      expect(exit).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ commit });
    }
  });

  it("finds the only branch that is named like one where the configuration leads nowhere", async () => {
    const odd = product();
    odd.git("branch", "-m", "factory/state", "old-robots/state");
    expect((await status(odd.folder)).exit).toBe(0);
  });

  it("says that nothing was requested without a state branch", async () => {
    const bare = createTempRepository();
    repositories.push(bare);
    bare.commit({ "README.md": "" });
    const { exit, out, err } = await status(bare.folder);
    expect({ exit, out }).toEqual({ exit: 1, out: "" });
    expect(err).toContain("has no branch factory/state: nothing has been asked of the factory there");
  });

  it.each([
    ["status", status],
    ["replay", replay],
  ])("factory %s answers a program in JSON, also where the answer is no", async (_name, ask) => {
    const bare = createTempRepository();
    repositories.push(bare);
    bare.commit({ "README.md": "" });
    const none = await ask(bare.folder, "--json");
    expect({ exit: none.exit, ...JSON.parse(none.out) }).toEqual({
      exit: 1,
      error: "no-state-branch",
      details: [`${bare.folder} has no branch factory/state: nothing has been asked of the factory there`],
    });
    const nowhere = await ask("/nowhere/at/all", "--json");
    expect({ exit: nowhere.exit, ...JSON.parse(nowhere.out) }).toMatchObject({ exit: 2, error: "no-repository" });
    const misspelt = await ask("--jsn", "--json");
    expect({ exit: misspelt.exit, ...JSON.parse(misspelt.out) }).toMatchObject({ exit: 2, error: "flag" });
  });

  it("lists the existing state branches when another one was requested", async () => {
    const { exit, out, err } = await status(good.folder, "--branch", "nope");
    expect({ exit, out }).toEqual({ exit: 1, out: "" });
    expect(err).toContain("has no branch nope; the state branch there is factory/state\n");
    const twice = product();
    twice.git("branch", "robots/state", "factory/state");
    expect((await status(twice.folder, "--branch", "nope")).err).toContain(
      "has no branch nope; the state branches there are factory/state, robots/state\n",
    );
    expect((await status(`file://${good.folder}`, "--branch", "nope")).err).toContain(
      "has no branch nope; without --branch it is looked for\n",
    );
  });

  it("answers no, with file and line, when the state cannot be read", async () => {
    const broken = product((files, index) => (index === 5 ? { ...files, [STATE_PATH]: "schema_version: 9\n" } : files));
    const { exit, err } = await status(broken.folder);
    expect(exit).toBe(1);
    expect(err).toContain(`${STATE_PATH}:1:`);
  });

  it("reads at a halt what its card asks, and answers no when that cannot be read", async () => {
    const escalation = raised({
      taskId: FIRST_TASK,
      tasks: new Map([[FIRST_TASK, { status: "HALTED", depends_on: [] }]]),
    });
    const path = escalationPath(escalation.escalation_id);
    const halted = (card: string) =>
      product((files, index) => {
        if (index !== 5) return files;
        const state = (files[STATE_PATH] ?? "")
          .replace("status: IN_PROGRESS", "status: HALTED")
          .replace("escalation_ref: null", `escalation_ref: ${escalation.escalation_id}`);
        return { ...files, [STATE_PATH]: state, [path]: card };
      });
    const { exit, out } = await status(halted(writeYaml(escalation, Escalation)).folder);
    expect(exit).toBe(0);
    expect(out).toContain(`in #5: ${escalation.minimal_decision_required} Recommended: \`/factory split\``);
    const broken = await status(halted("task_id: 7\n").folder);
    expect(broken.exit).toBe(1);
    expect(broken.err).toContain(`${path}:1:`);
  });

  it.each([
    [["--colour"], "--colour"],
    [["one", "two"], "one repository at a time"],
    [["/nowhere/at/all"], "/nowhere/at/all is no folder"],
    [[tmpdir()], "is not in a git repository"],
    [["file:///nowhere/at/all.git"], "cannot be read"],
  ])("refuses %j", async (args, words) => {
    const { exit, out, err } = await status(...args);
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain(words);
  });
});

describe("factory replay", () => {
  it("reproduces a history from a folder", async () => {
    const { exit, out } = await replay(good.folder);
    expect(exit).toBe(0);
    expect(out).toBe("6 commits, 8 events: every state follows from its events.\n");
  });

  it("lists every commit where that is asked for, and so does no other command", async () => {
    const { exit, out } = await replay(good.folder, "--verbose");
    expect(exit).toBe(0);
    expect(out.match(/^ok /gm)).toHaveLength(6);
    expect(out).toMatch(/\n\n6 commits, 8 events: every state follows from its events\.\n$/);
    expect((await status(good.folder, "--verbose")).err).toContain("Unknown option '--verbose'");
  });

  it("reproduces it from an address, by a clone that it removes again", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("factory-state-"));
    const { exit } = await replay(`file://${good.folder}`);
    expect(exit).toBe(0);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("factory-state-"))).toEqual(before);
  });

  it("says where a history does not reproduce", async () => {
    const tampered = product((files, index) =>
      index === 5
        ? { ...files, [STATE_PATH]: (files[STATE_PATH] ?? "").replace("pull_request: 5", "pull_request: 6") }
        : files,
    );
    const text = await replay(tampered.folder);
    expect(text.exit).toBe(1);
    expect(text.out).toContain(`project.tasks.${FIRST_TASK}.pull_request is not what the events give`);
    const head = tampered.git("rev-parse", "factory/state");
    expect(text.out).toContain(`1 does not come out again, first ${head.slice(0, 12)}.`);
    expect(text.out).toMatch(/^WRONG /);
    expect(text.out).not.toMatch(/^ok /m);
    const { exit, out } = await replay(tampered.folder, "--json");
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ reproduced: false, head });
  });

  it("has nothing to replay in an address without a state branch", async () => {
    const bare = createTempRepository();
    repositories.push(bare);
    bare.commit({ "README.md": "" });
    const { exit, err } = await replay(`file://${bare.folder}`);
    expect(exit).toBe(1);
    expect(err).toContain("has no branch factory/state");
  });
});
