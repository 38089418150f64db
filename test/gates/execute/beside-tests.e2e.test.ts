import { delimiter, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { openTree } from "../../../src/gates/checkout/open-checkout.js";
import { createExecution } from "../../../src/gates/execute/execution.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import { taskTestPasses } from "../../../src/gates/validators/execution/task-test-passes.js";
import { fullRegressionPass } from "../../../src/gates/validators/integrity/full-regression-pass.js";
import { aGateContext } from "../../support/gate-context.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const presets = await loadPresets(PRESETS_FOLDER);
if (!presets.ok) throw new TypeError(presets.refusal.message);
const settings = await benchSettings(process.env, PRESETS_FOLDER);

const PACKAGES = resolve("node_modules");
const LINKED = `mkdir node_modules && ln -s ${PACKAGES}/.bin ${PACKAGES}/vitest node_modules/`;
const PACKAGE = JSON.stringify({ type: "module", devDependencies: { vitest: "4" } });
const PASSES = 'import { afterAll, describe, expect, it } from "vitest";\nit("adds", () => expect(1 + 1).toBe(2));\n';

/** A suite of vitest whose every test passes, and what happens beside them. */
const HOOK =
  'describe("d", () => {\n  afterAll(() => { throw new Error("left open"); });\n  it("is fine", () => expect(1).toBe(1));\n});\n';
const LATE =
  'it("waits", async () => {\n  setTimeout(() => { throw new Error("too late"); }, 5);\n  await new Promise((done) => setTimeout(done, 60));\n});\n';
const TEARDOWN = {
  "vitest.config.js": 'export default { test: { globalSetup: "./whole.js" } };\n',
  "whole.js": 'export function teardown() {\n  console.error("leak found");\n  process.exitCode = 3;\n}\n',
};

describe("what fails beside the tests of vitest", () => {
  let repository: TempRepository;
  beforeEach(() => {
    repository = createTempRepository();
  });
  afterEach(() => repository.remove());

  async function gates(base: Readonly<Record<string, string>>, head: Readonly<Record<string, string>>) {
    const before = repository.commit({ "package.json": PACKAGE, "README.md": "base\n", ...base });
    const after = repository.commit({ "test/own.test.js": PASSES, ...head });
    const gitDir = join(repository.folder, ".git");
    const { tree } = await openTree({ gitDir, commit: after, folder: repository.folder });
    const preset = presets.ok ? presets.value.find(({ name }) => name === "node") : undefined;
    if (preset === undefined) throw new TypeError("there is a preset for node");
    const test = { path: "test/own.test.js", text: head["test/own.test.js"] ?? PASSES };
    const config = Config.parse({ gates: { overrides: [{ name: "setup", command: LINKED }] } });
    const execution = createExecution({
      settings: { ...settings, jobEnv: { ...process.env, PATH: [process.env.PATH, PACKAGES].join(delimiter) } },
      commands: commandsFor(preset, config, { base: tree, head: tree }),
      base: { gitDir, tree: before },
      subject: { gitDir, tree: after },
      testFile: test,
      taskTests: [test],
      changedFiles: [],
      ownFiles: [],
      baseline: null,
      measuresBase: true,
      runsRed: false,
      runsBuild: false,
      suiteSkipped: null,
    });
    try {
      await execution.gather(2);
      const facts = await execution.gather(3);
      const context = aGateContext({ runType: "EXECUTION", execution: facts });
      return { facts, green: taskTestPasses.check(context), whole: fullRegressionPass.check(context) };
    } finally {
      await execution.close();
    }
  }

  it.each([
    ["a hook of a suite", `${PASSES}${HOOK}`, "left open"],
    ["an error that no test caught", `${PASSES}${LATE}`, "too late"],
  ])("fails both gates: %s in the module's own file", async (_, text, words) => {
    const { facts, green, whole } = await gates({}, { "test/own.test.js": text });
    expect(green.message).toContain("failed as a whole");
    expect(green).toMatchObject({ status: "FAILED", details: { output: expect.stringContaining(words) } });
    expect(whole.status).toBe("FAILED");
    expect(facts.suite).toMatchObject({
      ran: true,
      results: expect.arrayContaining([expect.objectContaining({ name: "test/own.test.js", status: "failed" })]),
    });
  });

  it("fails the whole suite, and not one file of it, by the end of its command", async () => {
    const { facts, green, whole } = await gates({}, TEARDOWN);
    expect(green.status).toBe("PASSED");
    expect(whole.status).toBe("FAILED");
    expect(whole.message).toMatch(/vitest run .* \(failed, and no test did\)/);
    const told = facts.suite.ran ? facts.suite.results.find(({ status }) => status === "failed") : undefined;
    expect(told?.output).toMatch(/^No test failed, and the test command ended with 3 all the same\..*leak found/s);
  });

  it("is left alone where the base fails by it, too", async () => {
    const { whole } = await gates({ ...TEARDOWN, "test/old.test.js": PASSES }, {});
    expect(whole.status).toBe("PASSED");
    expect(whole.message).toContain("(failed, and no test did)");
  });
});
