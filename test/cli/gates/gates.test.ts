import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runGatesCommand } from "../../../src/cli/gates/run-gates.js";
import { COMPILED_CLI } from "../../support/compiled-cli.js";
import { printed } from "../../support/printed.js";
import { CONFINING, searchPathWithout } from "../../support/search-path.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const TESTS = `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "../src/add.js";

// @clause CL-HAPPY-001
test("adds two numbers", () => {
  assert.equal(add(1, 2), 3);
});

// @clause CL-ERROR-001
test("refuses text", () => {
  assert.throws(() => add("1", 2), TypeError);
});
`;
const SOURCE = `export function add(a, b) {
  if (typeof a !== "number" || typeof b !== "number") throw new TypeError("numbers only");
  return a + b;
}
`;
/** Code that leaves a trace wherever it runs. */
const MARK = join(tmpdir(), `factory-gates-ran-${process.pid}`);
const WRITES_MARK = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(MARK)}, "");\n`;

const PLAN = {
  outputId: "task-001",
  taskPrompt: "Add two numbers; refuse text with a TypeError",
  testFilePath: "test/add.test.js",
  baseRef: "base",
  manifest: {
    files: [
      { path: "src/add.js", action: "CREATE" },
      { path: "test/add.test.js", action: "CREATE" },
    ],
    testFile: "test/add.test.js",
  },
  contract: {
    schemaVersion: "1.0.0",
    slug: "add",
    title: "Add numbers",
    mode: "STRICT",
    changeType: "new",
    targetArtifacts: ["src/add.js"],
    clauses: [
      {
        id: "CL-HAPPY-001",
        kind: "behavior",
        normativity: "MUST",
        title: "Adds two numbers",
        spec: "When two numbers are given, then their sum is returned",
        observables: ["return value"],
      },
      {
        id: "CL-ERROR-001",
        kind: "error",
        normativity: "MUST",
        title: "Refuses text",
        spec: "When text is given, then a TypeError is thrown",
        observables: ["error"],
        negativeCases: ["text"],
      },
    ],
    assertionSurface: [
      { kind: "export", target: "add" },
      { kind: "error", target: "TypeError" },
    ],
  },
};

describe("factory gates", () => {
  let repository: TempRepository;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "factory-gates-"));
    repository = createTempRepository();
    repository.commit({ "package.json": '{ "type": "module" }\n' });
    repository.git("branch", "base");
    repository.commit({ "test/add.test.js": TESTS });
  });
  afterEach(() => {
    repository.remove();
    rmSync(folder, { recursive: true });
  });

  /** On whatever machine: what is run here is known. */
  const gates = (plan: object, ...options: string[]) => asked(plan, "--unconfined", ...options);

  async function asked(plan: object, ...options: string[]) {
    const file = join(folder, "plan.json");
    writeFileSync(file, JSON.stringify({ projectPath: repository.folder, ...plan }));
    const { exit, out, err } = await printed(() => runGatesCommand(["--plan", file, ...options]));
    return { status: exit, stdout: out, stderr: err };
  }

  it("passes tests that are red, and prints the result", async () => {
    const { status, stdout, stderr } = await gates(PLAN, "--json");
    expect(status, stderr + stdout).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: "task-001",
      status: "PASSED",
      passed: true,
      currentGate: 1,
      failedAt: null,
      failedValidatorCode: null,
      summary: "All 18 validators passed, 7 skipped",
      gateResults: [{ gateNumber: 0 }, { gateNumber: 1 }, { status: "SKIPPED" }, { status: "SKIPPED" }],
    });
  });

  it("passes code that is green, and fails code that is not", async () => {
    repository.commit({ "src/add.js": SOURCE });
    const green = await gates(PLAN, "--run-type", "EXECUTION");
    expect(green.status).toBe(0);
    expect(green.stdout).toContain("(for file in src/add.js test/add.test.js; do node --check ");
    repository.commit({ "src/add.js": SOURCE.replace("a + b", "a - b") });
    const red = await gates(PLAN, "--run-type", "EXECUTION", "--gates", "2,3");
    expect(red.status).toBe(1);
    expect(red.stdout).toMatch(
      /^Failed at Gate 2: TASK_TEST_PASSES\n\nTASK_TEST_PASSES\n {2}1 of 2 tests failed: adds two numbers\n {2}Fix: [^\n]+\n {2}\| adds two numbers\n/,
    );
    expect(red.stdout).toContain("Gate 3 integrity: NOT_RUN");
    expect(red.stdout).not.toContain("Gate 0");
  });

  describe("where nothing confines code under test", () => {
    let path: string;
    beforeEach(() => {
      path = searchPathWithout(CONFINING);
      vi.stubEnv("PATH", path);
      repository.commit({ "src/add.js": `${WRITES_MARK}${SOURCE}` });
    });
    afterEach(() => {
      vi.unstubAllEnvs();
      rmSync(path, { recursive: true });
      rmSync(MARK, { force: true });
    });
    const GREEN = ["--run-type", "EXECUTION", "--gates", "1,2"];

    it("does not run it: what needs it is NOT_RUN, which fails, with the reason and what to do", async () => {
      const { status, stdout } = await asked(PLAN, ...GREEN);
      expect(status).toBe(1);
      expect(stdout).toMatch(
        /^Failed at Gate 2: .*\n\n\w+\n {2}Not run: nothing on this machine confines code under test \(bubblewrap is not installed; .*\), and gates\.confinement is required\n {2}Fix: Install bubblewrap.* Or say so by --unconfined; .*\n/,
      );
      expect(stdout).toContain("ok   TEST_SYNTAX_VALID");
      expect(stdout).toContain("---- TASK_TEST_PASSES");
      expect(stdout).toMatch(/\nConfinement: none: bubblewrap is not installed/);
      expect(existsSync(MARK)).toBe(false);
    });

    it("runs it where the flag says so, and says that it did", async () => {
      const { status, stdout } = await asked(PLAN, ...GREEN, "--unconfined", "--json");
      expect(status, stdout).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        passed: true,
        confinement: expect.stringMatching(/^none: bubblewrap is not installed/),
      });
      expect(existsSync(MARK)).toBe(true);
    });

    it("runs it where the configuration at the base says so, and not where the change brings that", async () => {
      const preferred = { ".factory/config.yml": "gates: { confinement: preferred }\n" };
      repository.commit(preferred);
      expect((await asked(PLAN, ...GREEN)).status).toBe(1);
      expect(existsSync(MARK)).toBe(false);
      const head = repository.git("rev-parse", "HEAD~1").trim();
      repository.git("checkout", "--quiet", "base");
      repository.commit(preferred);
      repository.git("branch", "-f", "configured");
      repository.git("checkout", "--quiet", "-b", "work", head);
      repository.git("rebase", "--quiet", "configured");
      const green = await asked({ ...PLAN, baseRef: "configured" }, ...GREEN);
      expect(green.status, green.stdout).toBe(0);
      expect(existsSync(MARK)).toBe(true);
    });

    it("is no matter of the plan, which the change may bring", async () => {
      const { status, stderr } = await asked({ ...PLAN, confinement: "preferred" }, ...GREEN);
      expect(status).toBe(2);
      expect(stderr).toContain("has no field confinement: remove it");
    });
  });

  it("does not count the plan that it was given among the changes", async () => {
    const text = JSON.stringify(PLAN);
    repository.commit({ "plans/add.json": text });
    const red = await printed(() =>
      runGatesCommand(["--plan", join(repository.folder, "plans/add.json"), "--unconfined", repository.folder]),
    );
    expect(red.exit, red.out).toBe(0);
    repository.commit({ "src/add.js": SOURCE, "plans/add.json": `${text}\n` });
    const plan = join(repository.folder, "plans/add.json");
    const flags = ["--plan", plan, "--run-type", "EXECUTION", "--gates", "1,2", "--unconfined"];
    const green = await printed(() => runGatesCommand([...flags, repository.folder]));
    expect(green.exit, green.out).toBe(0);
    expect(green.out).toContain("DIFF_SCOPE_ENFORCEMENT: All 2 changed file(s) are in the manifest");
    const other = await gates(PLAN);
    expect(other.status).toBe(1);
    expect(other.stdout).toContain("plans/add.json is changed, but not in the manifest");
  });

  it("says that a test file is not committed yet, and what to do", async () => {
    const plan = { ...PLAN, testFilePath: "test/new.test.js" };
    const files = [...PLAN.manifest.files, { path: "test/new.test.js", action: "CREATE" }];
    const named = { ...plan, manifest: { files, testFile: "test/new.test.js" } };
    const missing = await gates(named);
    expect(missing.stdout).toContain(
      "There is no test file at test/new.test.js\n  Fix: Write the test file at the path that the manifest names.",
    );
    writeFileSync(join(repository.folder, "test/new.test.js"), TESTS);
    const waiting = await gates(named);
    expect(waiting.status).toBe(1);
    expect(waiting.stdout).toContain(
      "test/new.test.js is in the work tree, but not in HEAD, and only commits are judged\n  Fix: Commit the test file, or give the commit that has it as `head`.",
    );
    expect(waiting.stdout).not.toContain("Correct the syntax");
  });

  it("tells what failed before from what the change broke", async () => {
    const failing = (name: string) => `import assert from "node:assert";
import { test } from "node:test";
import { one } from "../src/one.js";
test("${name}", () => assert.equal(one(), 1));
`;
    repository.commit({
      "src/one.js": "export const one = () => 2;\n",
      "test/old.test.js": failing("was red before"),
    });
    repository.git("branch", "-f", "base");
    repository.commit({ "src/add.js": SOURCE });
    const kept = await gates(PLAN, "--run-type", "EXECUTION", "--gates", "3");
    expect(kept.status, kept.stdout).toBe(0);
    expect(kept.stdout).toContain("Failing since the baseline, left alone: test/old.test.js > was red before");
    repository.commit({ "src/add.js": SOURCE.replace("a + b", "a - b") });
    const broken = await gates(PLAN, "--run-type", "EXECUTION", "--gates", "3");
    expect(broken.status).toBe(1);
    expect(broken.stdout).toContain("New failures: test/add.test.js > adds two numbers");
  });

  describe("with the id of a CONTRACT run", () => {
    const HELPER = "export const three = 3;\n";
    const files = [...PLAN.manifest.files, { path: "test/support/three.js", action: "CREATE" }];
    const plan = { ...PLAN, manifest: { ...PLAN.manifest, files } };
    const linked = { ...plan, outputId: "task-001-code", contractRunId: "task-001" };
    const execution = (changed: object = {}, ...options: string[]) =>
      gates({ ...linked, ...changed }, "--run-type", "EXECUTION", "--gates", "1,2", "--json", ...options);
    const finding = (stdout: string, code: string) =>
      JSON.parse(stdout).validatorResults.find((result: { code: string }) => result.code === code);

    beforeEach(() => {
      repository.commit({ "test/support/three.js": HELPER });
    });

    it("passes code whose tests and support files are those of that run", async () => {
      const red = await gates(plan);
      expect(red.status, red.stdout).toBe(0);
      repository.commit({ "src/add.js": SOURCE });
      const green = await execution();
      expect(green.status, green.stdout).toBe(0);
      expect(JSON.parse(green.stdout)).toMatchObject({ runType: "EXECUTION", contractRunId: "task-001", lock: null });
      expect(finding(green.stdout, "TEST_READ_ONLY_ENFORCEMENT").message).toBe(
        "2 test file(s) unchanged since the red run",
      );
    });

    it("fails tests, support files and a manifest that are not those of that run", async () => {
      await gates(plan);
      repository.commit({ "src/add.js": SOURCE, "test/support/three.js": "export const three = 4;\n" });
      const support = await execution();
      expect(support.status).toBe(1);
      expect(finding(support.stdout, "TEST_READ_ONLY_ENFORCEMENT").message).toBe(
        "1 test file(s) changed since the red run: test/support/three.js",
      );
      const more = [...files, { path: "src/more.js", action: "CREATE" }];
      const wider = await execution({ manifest: { ...PLAN.manifest, files: more } });
      expect(finding(wider.stdout, "MANIFEST_FILE_LOCK").details.errors).toEqual([
        "src/more.js: not in the locked plan",
      ]);
    });

    it("is refused without the result of that run, and takes it from a file", async () => {
      repository.commit({ "src/add.js": SOURCE });
      const nothing = await gates(linked, "--run-type", "EXECUTION");
      expect(nothing.status).toBe(2);
      expect(nothing.stderr).toContain(
        "contractRunId: no result of a CONTRACT run task-001 is kept in this repository. Run it here first, or give its result by `--contract-report`",
      );
      const head = repository.git("rev-parse", "HEAD~1").trim();
      const red = await gates(plan, "--head", head, "--json");
      const report = join(folder, "red.json");
      writeFileSync(report, red.stdout);
      rmSync(join(repository.folder, ".git/factory"), { recursive: true });
      const green = await execution({}, "--contract-report", report);
      expect(green.status, green.stdout).toBe(0);
      const other = await gates(
        { ...linked, contractRunId: "other" },
        "--run-type",
        "EXECUTION",
        "--contract-report",
        report,
      );
      expect(other.stderr).toContain("contractRunId: other is asked for, and this is the result of task-001");
    });

    it("is refused where that run failed, left out a gate, or judged another contract", async () => {
      const report = join(folder, "red.json");
      const refused = async (changed: object = {}) =>
        (await gates({ ...linked, ...changed }, "--run-type", "EXECUTION", "--contract-report", report)).stderr;
      writeFileSync(report, (await gates(plan, "--gates", "0", "--json")).stdout);
      expect(await refused()).toContain("contractRunId: task-001 left out a gate");
      writeFileSync(report, (await gates({ ...plan, taskPrompt: "maybe etc somehow" }, "--json")).stdout);
      expect(await refused()).toContain("contractRunId: task-001 did not pass");
      writeFileSync(report, (await gates(plan, "--json")).stdout);
      const contract = { ...PLAN.contract, clauses: PLAN.contract.clauses.slice(0, 1) };
      expect(await refused({ contract })).toContain("contractRunId: the contract is not the one that task-001 judged");
      writeFileSync(report, "{}");
      expect(await refused()).toContain("is not the result of a run: id:");
    });
  });

  it("holds a stated mapping to tags and clauses", async () => {
    const mapped = (testMapping: object) => ({ ...PLAN, contract: { ...PLAN.contract, testMapping } });
    const right = await gates(mapped({ "CL-HAPPY-001": ["adds two numbers"], "CL-ERROR-001": ["refuses text"] }));
    expect(right.status, right.stdout).toBe(0);
    const wrong = await gates(
      mapped({ "CL-HAPPY-001": ["refuses text", "adds three"], "CL-OTHER-001": ["adds two numbers"] }),
      "--json",
    );
    expect(wrong.status).toBe(1);
    expect(
      JSON.parse(wrong.stdout).validatorResults.find(
        ({ code }: { code: string }) => code === "TEST_CLAUSE_MAPPING_VALID",
      ),
    ).toMatchObject({
      message: "testMapping does not hold: 3 error(s)",
      details: {
        errors: [
          'testMapping.CL-HAPPY-001: the test "refuses text" has no tag `@clause CL-HAPPY-001`',
          'testMapping.CL-HAPPY-001: no test is called "adds three"',
          "testMapping.CL-OTHER-001: the contract has no such clause",
        ],
      },
    });
  });

  it("never takes the given text of a test file in place of the committed one", async () => {
    const same = await gates({ ...PLAN, testFileContent: TESTS });
    expect(same.status, same.stdout).toBe(0);
    const other = await gates({ ...PLAN, testFileContent: `${TESTS}// of another day\n` });
    expect(other.status).toBe(2);
    expect(other.stderr).toContain(
      "testFileContent: differs from test/add.test.js at HEAD, and what is committed is judged",
    );
    const notYet = await gates({ ...PLAN, testFileContent: TESTS }, "--head", "base");
    expect(notYet.status, notYet.stdout).toBe(0);
    const code = await gates(
      { ...PLAN, testFileContent: TESTS },
      "--head",
      "base",
      "--run-type",
      "EXECUTION",
      "--gates",
      "1",
    );
    expect(code.status).toBe(1);
    expect(code.stdout).toContain("There is no test file at test/add.test.js");
  });

  it("judges the repository that is named, from any folder, in place of the plan's own", async () => {
    expect((await gates({ ...PLAN, projectPath: "/" }, repository.folder, "--gates", "0")).status).toBe(0);
    writeFileSync(join(folder, "plan.json"), JSON.stringify(PLAN));
    const elsewhere = spawnSync(
      process.execPath,
      [COMPILED_CLI, "gates", "--plan", "plan.json", repository.folder, "--gates", "0"],
      { cwd: folder, encoding: "utf8" },
    );
    expect(elsewhere.status, elsewhere.stderr).toBe(0);
    expect(elsewhere.stdout).toContain("Gate 0 sanitization: PASSED");
  });

  it("judges the revisions it is given", async () => {
    repository.git("tag", "red");
    repository.commit({ "src/add.js": SOURCE });
    const judged = await gates({ ...PLAN, baseRef: "nowhere" }, "--base", "base", "--head", "red", "--gates", "0");
    expect(judged.status).toBe(0);
  });

  it.each<[string, object, string[], string, string]>([
    ["a bad plan", { ...PLAN, taskPrompt: "x" }, [], "plan-invalid", "taskPrompt: must contain at least 10 characters"],
    [
      "an unknown revision",
      PLAN,
      ["--base", "nowhere"],
      "rev-unknown",
      "baseRef: nowhere is not a commit of this repository. Say which one by `--base`, such as main or HEAD~1, or fetch it.",
    ],
    ["a bad flag", PLAN, ["--gates", "7"], "flag", "--gates must be numbers from 0 to 3, separated by commas, not 7"],
    [
      "a folder without a repository",
      { ...PLAN, projectPath: "/" },
      [],
      "not-a-repository",
      "projectPath: / is not the top folder of a git repository",
    ],
  ])(
    "answers %s with a code and the documented details where JSON is asked for",
    async (_what, plan, options, error, message) => {
      const { status, stdout } = await gates(plan, "--json", ...options);
      expect(JSON.parse(stdout)).toEqual({ error, details: [message] });
      expect(status).toBe(2);
    },
  );

  it.each<[string, object, string[], string]>([
    [
      "a bad plan",
      { ...PLAN, taskPrompt: "x", runType: "RED" },
      [],
      "factory gates: taskPrompt: must contain at least 10",
    ],
    ["an unknown revision", { ...PLAN, baseRef: "nowhere" }, [], "baseRef: nowhere is not a commit of this repository"],
    [
      "a folder without a repository",
      { ...PLAN, projectPath: "/" },
      [],
      "projectPath: / is not the top folder of a git",
    ],
    ["a bad list of gates", PLAN, ["--gates", "7"], "--gates must be numbers from 0 to 3"],
    [
      "gates that judge nothing in its run type",
      PLAN,
      ["--gates", "1,2"],
      "gates: 2 judge nothing in a CONTRACT run, which has 0,1",
    ],
    ["a bad run type", PLAN, ["--run-type", "RED"], "--run-type must be CONTRACT or EXECUTION, not RED"],
    [
      "several things at once",
      { ...PLAN, taskPrompt: "x" },
      ["--gates", "7", "--run-type", "RED"],
      "not 7\nfactory gates: --run-type must be CONTRACT or EXECUTION, not RED\nfactory gates: taskPrompt: must contain",
    ],
    ["an unknown flag", PLAN, ["--fast"], "Unknown option '--fast'"],
    ["a folder that is not there", PLAN, ["/nowhere/at/all"], "/nowhere/at/all is not the top folder of a git"],
    ["two repositories", PLAN, [".", "there"], "one repository at a time; there is too much"],
  ])("ends with 2 for %s", async (_what, plan, options, message) => {
    const { status, stderr, stdout } = await gates(plan, ...options);
    expect(stderr).toContain(message);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });
});
