import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GateReport } from "../../../src/domain/gates/gate-report.js";
import { RedEvidence } from "../../../src/domain/gates/module-lock.js";
import { BASELINE_PATH, moduleStatePath } from "../../../src/domain/gates/state-paths.js";
import { TestBaseline } from "../../../src/domain/validation/baseline.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { gateReportPath, progressPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { TaskWork } from "../../../src/features/modules/task-work.js";
import { SANDBOX_ACTION } from "../../../src/sandbox/app-variables.js";
import { performOnRunner } from "../../../src/sandbox/perform-on-runner.js";
import {
  askQuickly,
  consent,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import {
  type Answers,
  APPROVAL,
  ERROR_TEST,
  implemented,
  passing,
  quickTask,
  revised,
  sourceOf,
  specification,
  specified,
  taskAnswers,
  testFileOf,
  testOf,
  toy,
  write,
} from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const ACTION = fileURLToPath(new URL("../../../action", import.meta.url));

const LICENCE = "SPDX-License-Identifier: MIT";
const RULE = "test/rules.test.js > every source file names its licence";
const KNOWN = "test/legacy.test.js > rounds half to even";
const FLAKE = "test/warm.test.js > is not disturbed by its neighbours";

const nodeTest = (title: string, body: string, imports = "") => `import assert from "node:assert/strict";
import { test } from "node:test";
${imports}test("${title}", () => {
${body}
});
`;

/** A product with a past: one test that was always broken, one that is only sometimes right, and a rule about all code. */
const FILES = {
  "package.json": JSON.stringify({ name: "product", private: true, type: "module", scripts: { test: "node --test" } }),
  ".gitignore": "*.tmp\n",
  "src/old.js": `// ${LICENCE}\nexport const old = 1;\n`,
  "test/legacy.test.js": nodeTest(
    "rounds half to even",
    '  writeFileSync("left-behind.tmp", "");\n  assert.equal(Math.round(2.5), 2);',
    'import { writeFileSync } from "node:fs";\n',
  ),
  "test/rules.test.js": nodeTest(
    "every source file names its licence",
    `  for (const file of readdirSync("src"))
    assert.ok(readFileSync("src/" + file, "utf8").includes("${LICENCE}"), file + " names no licence");`,
    'import { readdirSync, readFileSync } from "node:fs";\n',
  ),
  // A flake: it passes alone, and trips over what another test of the suite leaves behind. At the baseline it passes.
  "test/warm.test.js": nodeTest(
    "is not disturbed by its neighbours",
    `  const disturbed = () => existsSync("${sourceOf(ALPHA)}") && existsSync("left-behind.tmp");
  for (let wait = 0; wait < 200 && !disturbed(); wait++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  assert.ok(!disturbed(), "disturbed");`,
    'import { existsSync } from "node:fs";\n',
  ),
};

/** The right titles under the right tags, and nothing is asserted. */
const VACUOUS = `import { test } from "node:test";
import { alpha } from "../${sourceOf(ALPHA)}";

// @clause CL-HAPPY-001
// @clause CL-OUTPUT-001
test("${testOf(ALPHA)}", () => {
  alpha("x");
});

// @clause CL-INPUT-001
// @clause CL-ERROR-001
test("${ERROR_TEST}", () => {
  try { alpha(1); } catch {}
});
`;

const of = (role: string, activity: string, attempt = 1) => `${role}/${TASK.id}/${ALPHA.id}.${activity}.${attempt}`;

const ANSWERS: Answers = {
  ...taskAnswers(TASK),
  [of("proposer", "specify")]: [{ calls: [write(testFileOf(ALPHA), VACUOUS)] }, { answer: specification(ALPHA) }],
  [of("proposer", "specify", 2)]: specified(ALPHA),
  // Green by itself, and against a rule that only the whole suite knows.
  [of("proposer", "implement")]: implemented(ALPHA),
  [of("proposer", "revise")]: revised(ALPHA, LICENCE),
  [of("challenger", "challenge", 2)]: [{ answer: passing(ALPHA) }],
  [of("arbiter", "adjudicate", 2)]: [{ answer: APPROVAL }],
};

const SETTINGS = "failure_actions:\n  test-regression: retry-then-escalate";

type Check = {
  readonly name: string;
  readonly head: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly id: number;
};
type Told = { readonly product: ScriptedProduct; readonly state: FactoryState; readonly checks: readonly Check[] };
const started: { product?: ScriptedProduct; told?: Told } = {};

function told(): Told {
  if (started.told === undefined) throw new Error("the task was not built");
  return started.told;
}

/** Every check run of the pull request's gates, oldest first. */
async function checksOf({ gitHub, forge }: ScriptedProduct, pull_number: number): Promise<Check[]> {
  const { data: commits } = await gitHub.rest.pulls.listCommits({ ...forge.repo, pull_number, per_page: 100 });
  const checks: Check[] = [];
  for (const { sha } of commits) {
    const asked = { ...forge.repo, ref: sha, filter: "all", per_page: 100 } as const;
    const { data } = await gitHub.rest.checks.listForRef(asked);
    for (const { id, name, status, conclusion, output } of data.check_runs.toSorted((a, b) => a.id - b.id)) {
      const { title, summary, text } = output;
      checks.push({
        id,
        name,
        head: sha,
        status,
        conclusion,
        title: title ?? "",
        summary: summary ?? "",
        text: text ?? "",
      });
    }
  }
  return checks;
}

beforeAll(async () => {
  const performRun = performOnRunner({ actions: new Map([[SANDBOX_ACTION, ACTION]]) });
  const product = await startScriptedProduct({ answers: ANSWERS, files: FILES, performRun });
  started.product = product;
  await consent(product, SETTINGS);
  await askQuickly(product, TASK);
  const state = await untilState(product, "the task's end", (now) => now.project !== null && hasEnded(now));
  const task = state.project?.tasks[TASK.id];
  if (task?.status !== "SHIPPED" || task.pull_request === null)
    throw new Error(`the task is ${task?.status}: ${JSON.stringify(state.work[TASK.id]?.stage)}`);
  started.told = { product, state, checks: await checksOf(product, task.pull_request) };
});

afterAll(() => started.product?.stop());

const gatesChecks = () => told().checks.filter(({ name }) => name === "factory / gates");
const checkThatSays = (words: string): Check => {
  const [found] = gatesChecks().filter(({ summary }) => summary.includes(words));
  if (found === undefined) throw new Error(`no check run says ${words}`);
  return found;
};
/** What the model was told when it was asked this. */
const toldTo = (question: string) =>
  JSON.stringify(told().product.seen.find((request) => request.question === question));

/** What people find on the page of a run. */
const jobSummaries = () =>
  [...told().product.forge.hub.state.repositories.values()].flatMap(({ runs, jobs }) =>
    [...jobs.values()].map(({ runId, summary }) => ({ title: runs.get(runId)?.displayTitle ?? "", summary })),
  );

describe("the baseline", () => {
  it("knows what was broken before anything was built, and what was not", async () => {
    const { product } = told();
    const baseline = await stateFile(product, BASELINE_PATH, TestBaseline);
    expect(baseline.known_failures).toEqual([KNOWN]);
    expect(baseline.passing).toEqual(expect.arrayContaining([RULE, FLAKE]));
    // It was ratcheted by the merge: what the task brought is expected from now on.
    expect(baseline.passing).toContain(`${testFileOf(ALPHA)} > ${testOf(ALPHA)}`);
  });
});

describe("tests that assert nothing", () => {
  it("are blocked, each marked on its own line, with what to do", async () => {
    const check = checkThatSays("VACUOUS TEST_HAS_ASSERTIONS");
    expect(check).toMatchObject({ conclusion: "failure" });
    expect(check.title).toMatch(/^Failed at gate 1 contract, \d findings?: Contract gates, attempt 1 of 3$/);
    expect(check.summary).toContain("**To do:**");
    const { gitHub, forge } = told().product;
    const { data } = await gitHub.rest.checks.listAnnotations({ ...forge.repo, check_run_id: check.id });
    const marked = data.filter(({ title }) => title === "TEST_HAS_ASSERTIONS");
    expect(marked.map(({ path, annotation_level }) => [path, annotation_level])).toEqual([
      [testFileOf(ALPHA), "failure"],
      [testFileOf(ALPHA), "failure"],
    ]);
    expect(new Set(marked.map(({ start_line }) => start_line)).size).toBe(2);
  });

  it("are shown to their author", () => {
    expect(toldTo(of("proposer", "specify"))).not.toContain("TEST_HAS_ASSERTIONS");
    expect(toldTo(of("proposer", "specify", 2))).toContain("TEST_HAS_ASSERTIONS");
  });
});

describe("the red run", () => {
  it("fails for the right reason, and is evidence test by test", async () => {
    const { product } = told();
    const red = await stateFile(product, moduleStatePath(TASK.id, ALPHA.id, "red.yml"), RedEvidence);
    expect(red.tests.map(({ name, status }) => [name, status])).toEqual([
      [testOf(ALPHA), "failed"],
      [ERROR_TEST, "failed"],
    ]);
    const report = await stateFile(product, gateReportPath(TASK.id, red.contract_run), GateReport);
    const shown = report.validators.find(({ code }) => code === "TEST_FAILS_BEFORE_IMPLEMENTATION");
    expect(shown).toMatchObject({ status: "PASSED", message: "All tests fail at the base: the module is missing" });
    const page = jobSummaries().filter(({ title }) => title.includes(red.contract_run));
    expect(page.map(({ summary }) => summary).join("")).toContain("`TEST_FAILS_BEFORE_IMPLEMENTATION`");
  });
});

describe("a regression", () => {
  it("is a new failure by name, told apart from what was broken before and from a flake", () => {
    const check = checkThatSays("FAILED FULL_REGRESSION_PASS");
    expect(check).toMatchObject({ status: "completed", conclusion: "failure" });
    expect(check.title).toBe("Failed at gate 3 integrity, 1 finding: Integrity gates");
    const plain = check.summary.replaceAll("\\", "").replaceAll("&gt;", ">");
    expect(plain).toContain(`New failures: ${RULE}`);
    expect(plain).toContain(`Flaky (failed once, passed on the re-run): ${FLAKE}`);
    expect(plain).toContain(`Failing since the baseline, left alone: ${KNOWN}`);
  });

  it("goes back to the module with what the test printed, and costs it one revision", async () => {
    const asked = toldTo(of("proposer", "revise"));
    expect(asked).toContain(RULE);
    expect(asked).toContain("alpha.js names no licence");
    const work = await stateFile(told().product, progressPath(TASK.id), TaskWork);
    expect(work.modules[0]?.progress).toMatchObject({ revisions: 1, gate_attempts: 0 });
  });

  it("is shown on the page of its run", () => {
    const shown = jobSummaries().filter(({ summary }) => summary.includes("The whole suite regressed"));
    expect(shown).toHaveLength(1);
    expect(shown[0]?.title).toMatch(/^factory integrity execute T-[a-z0-9-]+-\d{3} [0-9a-f]{32}$/);
  });
});

describe("a flake", () => {
  it("alone is a warning that names it: the branch is green, and nobody is asked anything", () => {
    const last = told()
      .checks.filter(({ name }) => name === "factory / 3 integrity")
      .at(-1);
    expect(last).toMatchObject({ conclusion: "success" });
    expect(last?.summary).toContain("Warning FULL_REGRESSION_PASS");
    expect(last?.summary.replaceAll("\\", "").replaceAll("&gt;", ">")).toContain(FLAKE);
    const asked = told().product.seen.filter(({ question }) => question.includes(".revise."));
    expect(new Set(asked.map(({ question }) => question))).toEqual(new Set([of("proposer", "revise")]));
  });
});

describe("the green run", () => {
  it("leads to a merge whose checks are ours, concluded, and none of them red", () => {
    const { state, checks } = told();
    expect(state.project?.tasks[TASK.id]?.merge_sha).toMatch(/^[0-9a-f]{40}$/);
    const head = checks.at(-1)?.head;
    const final = checks.filter((check) => check.head === head && check.name.startsWith("factory / "));
    const names = final.map(({ name }) => name);
    expect(names).toContain("factory / 3 integrity");
    expect(names).not.toContain("factory / gates");
    expect(final.filter(({ conclusion }) => conclusion === null || conclusion === "failure")).toEqual([]);
  });
});
