import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { openTree } from "../../../src/gates/checkout/open-checkout.js";
import { createExecution, type Execution } from "../../../src/gates/execute/execution.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import { testFailsBeforeImplementation } from "../../../src/gates/validators/contract/test-fails-before-implementation.js";
import { strictCompilation } from "../../../src/gates/validators/execution/strict-compilation.js";
import { taskTestPasses } from "../../../src/gates/validators/execution/task-test-passes.js";
import { fullRegressionPass } from "../../../src/gates/validators/integrity/full-regression-pass.js";
import { aGateContext } from "../../support/gate-context.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const presets = await loadPresets(PRESETS_FOLDER);
const node = presets.ok ? presets.value.find(({ name }) => name === "node") : undefined;
if (node === undefined) throw new TypeError("there is a preset for node");
const preset = node;

const TEST = { path: "test/a.test.js", text: 'import "node:test";\n' };
const COMPLAINT = "echo lock file and manifest differ; exit 3";

describe("after a set-up that failed", () => {
  let repository: TempRepository;
  beforeEach(() => {
    repository = createTempRepository();
  });
  afterEach(() => repository.remove());

  async function prepare(runsRed: boolean): Promise<Execution> {
    const commit = repository.commit({
      "package.json": '{ "scripts": { "build": "true" } }\n',
      [TEST.path]: TEST.text,
    });
    const gitDir = join(repository.folder, ".git");
    const { tree } = await openTree({ gitDir, commit, folder: repository.folder });
    const config = Config.parse({
      gates: {
        overrides: [{ name: "setup", command: COMPLAINT }],
        additional: [{ name: "migrations", command: "true" }],
      },
    });
    return createExecution({
      settings: await benchSettings(process.env, PRESETS_FOLDER),
      commands: commandsFor(preset, config, { base: tree, head: tree }),
      base: { gitDir, tree: commit },
      subject: { gitDir, tree: commit },
      testFile: TEST,
      taskTests: [TEST],
      changedFiles: ["src/a.js"],
      ownFiles: [],
      baseline: null,
      measuresBase: false,
      runsRed,
      runsBuild: true,
      suiteSkipped: null,
    });
  }

  const why = `No test could run, because set-up failed: ${COMPLAINT} ended with 3`;

  it("nothing runs, and red says what set-up said", async () => {
    const execution = await prepare(true);
    const facts = await execution.gather(1);
    await execution.close();
    expect(facts.commands.map(({ name, status }) => [name, status])).toEqual([["setup", "FAILED"]]);
    expect(testFailsBeforeImplementation.check(aGateContext({ execution: facts }))).toMatchObject({
      status: "FAILED",
      message: `${why} at the base`,
      details: { failure: "setup", output: "lock file and manifest differ" },
    });
  });

  it("nothing runs, and neither green nor suite blames a test", async () => {
    const execution = await prepare(false);
    await execution.gather(2);
    const facts = await execution.gather(3);
    await execution.close();
    expect(facts.commands.map(({ name, status }) => [name, status])).toEqual([
      ["setup", "FAILED"],
      ["typecheck", "NOT_RUN"],
      ["migrations", "NOT_RUN"],
      ["build", "NOT_RUN"],
    ]);
    const context = aGateContext({ runType: "EXECUTION", execution: facts });
    expect(taskTestPasses.check(context)).toMatchObject({ status: "FAILED", message: why });
    expect(fullRegressionPass.check(context)).toMatchObject({
      status: "FAILED",
      message: why,
      details: { output: "lock file and manifest differ" },
    });
    expect(strictCompilation.check(context)).toMatchObject({ status: "NOT_RUN" });
  });
});
