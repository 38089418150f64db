import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { openTree } from "../../../src/gates/checkout/open-checkout.js";
import { createExecution, type Execution } from "../../../src/gates/execute/execution.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import { PATIENCE_MS } from "../../support/patience.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";
import { TOOLCHAINS, type Toolchain } from "../../support/toolchains.js";

const presets = await loadPresets(PRESETS_FOLDER);
if (!presets.ok) throw new TypeError(presets.refusal.message);
const settings = await benchSettings(process.env, PRESETS_FOLDER);

/** The preset's own scaffold and commands, the real tools, and the confinement of this machine. */
async function prepare(repository: TempRepository, toolchain: Toolchain, source: "good" | "bad", runsRed: boolean) {
  const preset = presets.ok ? presets.value.find(({ name }) => name === toolchain.preset) : undefined;
  if (preset === undefined) throw new TypeError(`there is no preset ${toolchain.preset}`);
  const scaffold = Object.fromEntries(preset.scaffold.map(({ path, text }) => [path, text]));
  const at = { ...scaffold, ...toolchain.base };
  const kept = Object.fromEntries(Object.entries(at).filter((file): file is [string, string] => file[1] !== undefined));
  const base = repository.commit(kept);
  const { path, text } = toolchain.test;
  const head = repository.commit({ [toolchain.source.path]: toolchain.source[source], [path]: text });
  const gitDir = join(repository.folder, ".git");
  const [before, after] = await Promise.all(
    [base, head].map((commit) => openTree({ gitDir, commit, folder: repository.folder })),
  );
  if (before === undefined || after === undefined) throw new TypeError("two commits are two trees");
  const config = Config.parse({ gates: toolchain.settings ?? {} });
  return createExecution({
    settings: {
      ...settings,
      // What is on the search path can be read.
      jobEnv: { ...process.env, PATH: [process.env.PATH, ...(toolchain.readable ?? [])].join(delimiter) },
      limits: { ...settings.limits, timeMs: PATIENCE_MS },
    },
    commands: commandsFor(preset, config, { base: before.tree, head: after.tree }),
    base: { gitDir, tree: base },
    subject: { gitDir, tree: head },
    testFile: { path, text },
    taskTests: [{ path, text }],
    changedFiles: [toolchain.source.path, path],
    ownFiles: [...after.tree.paths(), toolchain.source.path],
    baseline: null,
    measuresBase: false,
    runsRed,
    runsBuild: true,
    suiteSkipped: null,
  });
}

const statuses = (execution: Execution) =>
  Object.fromEntries(
    execution.facts().commands.map(({ name, status, output }) => [name, status === "FAILED" ? output : status]),
  );

for (const toolchain of TOOLCHAINS) {
  describe(`the preset ${toolchain.preset}`, { tags: [...toolchain.needs] }, () => {
    let repository: TempRepository;
    beforeEach(() => {
      repository = createTempRepository();
    });
    afterEach(() => repository.remove());

    it("shows red, green and the whole suite with the real tools, and builds", async () => {
      const red = await prepare(repository, toolchain, "good", true);
      try {
        await red.gather(1);
        const { tests, broken } = red.facts().red ?? { tests: [], broken: null };
        expect(tests.every(({ status }) => status === "failed")).toBe(true);
        expect(broken?.failure ?? tests[0]?.failure, broken?.output).toBe("missing-module");
      } finally {
        await red.close();
      }
      const green = await prepare(repository, toolchain, "good", false);
      try {
        await green.gather(2);
        const { names } = toolchain.test;
        const ran = green.facts().green;
        const all = statuses(green);
        expect(ran?.tests.map(({ name, status }) => [name, status]).sort(), JSON.stringify(all)).toEqual(
          names.map((name) => [name, "passed"]).sort(),
        );
        await green.gather(3);
        const { suite } = green.facts();
        if (!suite.ran) throw new Error(suite.reason);
        expect(
          suite.results.map(({ status }) => status),
          JSON.stringify(suite.results),
        ).toEqual(names.map(() => "passed"));
        for (const [name, status] of Object.entries(statuses(green))) {
          expect([name, status]).toEqual([name, expect.stringMatching(/^(PASSED|SKIPPED)$/)]);
        }
      } finally {
        await green.close();
      }
    });

    // Maven takes seconds to start, and its reports of failures are among the fixtures of the readers.
    if (toolchain.preset === "java-maven") return;

    it("names the failing test and its error", async () => {
      const execution = await prepare(repository, toolchain, "bad", false);
      try {
        await execution.gather(2);
        const [wrong, right] = toolchain.test.names;
        const tests = execution.facts().green?.tests ?? [];
        expect(tests.find(({ name }) => name === wrong)).toMatchObject({ status: "failed", failure: "assertion" });
        expect(tests.find(({ name }) => name === right)).toMatchObject({ status: "passed" });
      } finally {
        await execution.close();
      }
    });
  });
}
