import { join } from "node:path";
import { expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { openTree } from "../../../src/gates/checkout/open-checkout.js";
import { createExecution } from "../../../src/gates/execute/execution.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import { taskTestPasses } from "../../../src/gates/validators/execution/task-test-passes.js";
import { aGateContext } from "../../support/gate-context.js";
import { createTempRepository } from "../../support/temp-repository.js";

const TESTS = `import assert from "node:assert/strict";
import { test } from "node:test";
import { tag } from "../src/tag.js";
test("keeps a tag", () => assert.equal(tag("a"), "a"));
`;

/** Right, but for what it does beside: it writes until somebody stops it. */
const GREEDY = `import { writeFileSync } from "node:fs";
export const tag = (text) => text;
for (let part = 0; ; part += 1) writeFileSync("part-" + part, Buffer.alloc(4_000_000, "x"));
`;

it("a gate run stops code that fills its disk, and the gate stays red", async () => {
  const repository = createTempRepository();
  try {
    const files = { "package.json": '{ "type": "module" }\n', "src/tag.js": GREEDY, "test/tag.test.js": TESTS };
    const commit = repository.commit(files);
    const gitDir = join(repository.folder, ".git");
    const { tree } = await openTree({ gitDir, commit, folder: repository.folder });
    const presets = await loadPresets(PRESETS_FOLDER);
    const node = presets.ok ? presets.value.find(({ name }) => name === "node") : undefined;
    if (node === undefined) throw new TypeError("there is a preset for node");
    const settings = await benchSettings(process.env, PRESETS_FOLDER);
    const test = { path: "test/tag.test.js", text: TESTS };
    const execution = createExecution({
      settings: { ...settings, limits: { ...settings.limits, diskBytes: 40_000_000 } },
      commands: commandsFor(node, Config.parse({}), { base: tree, head: tree }),
      base: { gitDir, tree: commit },
      subject: { gitDir, tree: commit },
      testFile: test,
      taskTests: [test],
      changedFiles: ["src/tag.js"],
      ownFiles: [],
      baseline: null,
      measuresBase: false,
      runsRed: false,
      runsBuild: false,
      suiteSkipped: "only the module's tests matter here",
    });
    try {
      const facts = await execution.gather(2);
      expect(facts.green?.tests.filter(({ status }) => status === "passed")).toEqual([]);
      expect(facts.green?.broken?.output).toContain("its folders grew beyond 40000000 bytes");
      expect(taskTestPasses.check(aGateContext({ runType: "EXECUTION", execution: facts })).status).toBe("FAILED");
    } finally {
      await execution.close();
    }
  } finally {
    repository.remove();
  }
});
