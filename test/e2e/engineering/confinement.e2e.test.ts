import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFIG_PATH } from "../../../src/domain/gates/state-paths.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { SANDBOX_ACTION } from "../../../src/sandbox/app-variables.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { performOnRunner } from "../../../src/sandbox/perform-on-runner.js";
import {
  askQuickly,
  consent,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { CONFINING, searchPathWithout } from "../../support/search-path.js";
import { planOf, quickTask, taskAnswers, toy } from "../../support/toy-modules.js";

const TASK = quickTask([toy("alpha", 1)]);
/** Its second start: everything is planned, specified and built anew. */
const AGAIN = quickTask([toy("alpha", 2)]);
const PLAN = [{ answer: planOf(TASK) }];
const ANSWERS = { ...taskAnswers(AGAIN), ...taskAnswers(TASK), [`planner/${TASK.id}/plan.2`]: PLAN };
const ACTION = fileURLToPath(new URL("../../../action", import.meta.url));
const FILES = {
  "package.json": JSON.stringify({ name: "product", private: true, type: "module", scripts: { test: "node --test" } }),
  "test/old.test.js": 'import { test } from "node:test";\ntest("old", () => {});\n',
};

const started: { product?: ScriptedProduct; path?: string; halted?: FactoryState } = {};
function product(): ScriptedProduct {
  if (started.product === undefined) throw new Error("the product was not started");
  return started.product;
}

/** The summaries of all check runs on the pull request's head. */
async function checksOf(state: FactoryState) {
  const { gitHub, forge } = product();
  const { data: pull } = await gitHub.rest.pulls.get({ ...forge.repo, pull_number: pullOf(state) });
  const { data } = await gitHub.rest.checks.listForRef({ ...forge.repo, ref: pull.head.sha, filter: "all" });
  return data.check_runs.map(({ name, conclusion, output }) => ({ name, conclusion, summary: output.summary ?? "" }));
}

function pullOf(state: FactoryState): number {
  const number = state.project?.tasks[TASK.id]?.pull_request;
  if (number === null || number === undefined) throw new Error("the task has no pull request");
  return number;
}

describe("a product whose gates run where nothing confines them", () => {
  beforeAll(async () => {
    const path = searchPathWithout(CONFINING);
    started.path = path;
    const performRun = performOnRunner({ machine: { path }, actions: new Map([[SANDBOX_ACTION, ACTION]]) });
    started.product = await startScriptedProduct({
      answers: ANSWERS,
      files: FILES,
      performRun,
      confinement: "required",
    });
    await consent(product());
    await askQuickly(product(), TASK);
    started.halted = await untilState(
      product(),
      "the task's halt and the end of the baseline's tries",
      (now) => now.project !== null && hasEnded(now) && now.baseline?.phase === "stuck",
    );
  });
  afterAll(async () => {
    await started.product?.stop();
    if (started.path !== undefined) rmSync(started.path, { recursive: true });
  });
  const halted = (): FactoryState => {
    if (started.halted === undefined) throw new Error("nothing halted");
    return started.halted;
  };

  it("halts at the first gates by default, and no model is asked to mend the machine", () => {
    const { project, work } = halted();
    expect(project?.tasks[TASK.id]?.status).toBe("HALTED");
    expect(work[TASK.id]?.stage).toMatchObject({ stage: "halted", cause: { kind: "gate-run-failed" } });
    const asked = new Set(product().seen.map(({ question }) => question));
    expect([...asked]).toEqual([`planner/${TASK.id}/plan.1`, `proposer/${TASK.id}/MM-0001.specify.1`]);
  });

  it("says in the pull request's check what was not run, why and what to do", async () => {
    const checks = await checksOf(halted());
    expect(checks.map(({ name, conclusion }) => [name, conclusion]).sort()).toEqual([
      ["factory / gates", "action_required"],
      ["factory / gates", "failure"],
    ]);
    const check = checks.find(({ conclusion }) => conclusion === "failure");
    expect(check?.summary).toContain("### NOT_RUN TEST_FAILS_BEFORE_IMPLEMENTATION");
    expect(check?.summary).toContain("nothing on this machine confines code under test (bubblewrap is not installed");
    expect(check?.summary).toContain("**To do:** Install bubblewrap");
  });

  it("asks a person on the task, and about the baseline on the issue", async () => {
    const { person } = product();
    const card = (await person.comments(pullOf(halted()))).join("\n");
    expect(card).toContain("nothing on this machine confines code under test");
    expect(card).toContain("/factory retry");
    const issue = (await person.comments(halted().request.issue)).join("\n");
    expect(issue).toMatch(/The test suite could not be run on the default branch: .*confines code under test/);
  });

  it("ships once somebody accepts that, and the verdict says that code ran unconfined", async () => {
    const { gitHub, forge, person } = product();
    const at = { ...forge.repo, path: CONFIG_PATH };
    const { data } = await gitHub.rest.repos.getContent(at);
    if (Array.isArray(data) || data.type !== "file") throw new TypeError(`${CONFIG_PATH} is not a file`);
    const before = Buffer.from(data.content, "base64").toString();
    const text = before.replace(/^gates:$/m, "gates:\n  confinement: preferred");
    expect(text).not.toBe(before);
    const content = Buffer.from(text).toString("base64");
    await gitHub.rest.repos.createOrUpdateFileContents({ ...at, message: "Accept it", content, sha: data.sha });
    await afterTheSecond();
    await person.comment(halted().request.issue, "/factory retry");
    await person.comment(pullOf(halted()), "/factory retry");
    const state = await untilState(
      product(),
      "the task's end",
      ({ project }) => project?.tasks[TASK.id]?.status === "SHIPPED",
    );
    const judged = (await checksOf(state)).filter(({ name }) => name === "factory / 3 integrity");
    expect(judged.map(({ conclusion }) => conclusion)).toEqual(["success"]);
    expect(judged[0]?.summary).toContain(
      "**Code under test ran unconfined**, with everything the runner may do, because nothing confines it there: bubblewrap is not installed",
    );
  });
});
