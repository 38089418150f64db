import { delimiter, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { openTree } from "../../../src/gates/checkout/open-checkout.js";
import { runGreen, runWholeSuite } from "../../../src/gates/execute/bench-runs.js";
import type { ExecutionPlan } from "../../../src/gates/execute/execution.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import { openWorkbench, type Workbench } from "../../../src/gates/run/workbench.js";
import type { ProgramName } from "../../support/programs/program-table.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const presets = await loadPresets(PRESETS_FOLDER);
if (!presets.ok) throw new TypeError(presets.refusal.message);
const settings = await benchSettings(process.env, PRESETS_FOLDER);

const PACKAGES = resolve("node_modules");
const LINKED = `mkdir node_modules && ln -s ${PACKAGES}/.bin ${PACKAGES}/vitest node_modules/`;

/** A runner's suite of two files, each of which notes in the home folder that a test of it was run. */
type Suite = {
  readonly name: string;
  readonly preset: "node" | "python";
  readonly setup: string;
  /** What has to be on the machine. */
  readonly needs?: readonly ProgramName[];
  readonly base: Readonly<Record<string, string>>;
  /** The module's code, honest or so that assertions stop failing once it was called. */
  readonly source: { readonly path: string; readonly honest: string; readonly bent: string };
  readonly test: { readonly path: string; readonly text: string };
  /** What fails the command when every test has passed; of vitest another test has it. */
  readonly leak?: Readonly<Record<string, string>>;
};

const NOTE_JS =
  'import { appendFileSync } from "node:fs";\nconst note = () => appendFileSync(`${process.env.HOME}/runs`, "x");\n';

const SUITES: readonly Suite[] = [
  {
    name: "node --test",
    preset: "node",
    setup: "true",
    base: {
      "package.json": '{ "type": "module" }\n',
      "test/other.test.js": 'import { test } from "node:test";\ntest("other", () => {});\n',
    },
    source: {
      path: "add.js",
      honest: "export const add = (a, b) => a + b;\n",
      bent: 'import assert from "node:assert/strict";\nexport function add() {\n  for (const name of Object.keys(assert)) if (typeof assert[name] === "function") assert[name] = () => {};\n}\n',
    },
    test: {
      path: "test/add.test.js",
      text: `import assert from "node:assert/strict";\nimport { test } from "node:test";\n${NOTE_JS}import { add } from "../add.js";\ntest("adds", () => {\n  note();\n  const sum = add(1, 2);\n  assert.equal(sum, 3);\n});\n`,
    },
    leak: {
      "test/leak.test.js":
        'import { test } from "node:test";\ntest("leaks", () => {});\nprocess.on("exit", () => {\n  process.exitCode = 3;\n});\n',
    },
  },
  {
    name: "vitest",
    preset: "node",
    setup: LINKED,
    base: {
      "package.json": '{ "type": "module", "devDependencies": { "vitest": "4" } }\n',
      "test/other.test.js": 'import { test } from "vitest";\ntest("other", () => {});\n',
    },
    source: {
      path: "add.js",
      honest: "export const add = (a, b) => a + b;\n",
      bent: 'import { expect } from "vitest";\nexport function add() {\n  expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });\n}\n',
    },
    test: {
      path: "test/add.test.js",
      text: `import { expect, test } from "vitest";\n${NOTE_JS}import { add } from "../add.js";\ntest("adds", () => {\n  note();\n  const sum = add(1, 2);\n  expect(sum).toBe(3);\n});\n`,
    },
  },
  {
    name: "pytest",
    preset: "python",
    setup: "true",
    needs: ["pytest"],
    base: {
      "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["src"]\n',
      "tests/test_other.py": "def test_other():\n    assert True\n",
    },
    source: {
      path: "src/add.py",
      honest: "def add(a, b):\n    return a + b\n",
      bent: "import pytest\n\n\ndef add(a, b):\n    class Quiet:\n        def __enter__(self):\n            return self\n\n        def __exit__(self, *found):\n            return True\n\n    pytest.raises = lambda *_: Quiet()\n    return a + b\n",
    },
    test: {
      path: "tests/test_add.py",
      text: 'import os\n\nfrom add import add\n\n\ndef test_adds():\n    with open(os.path.join(os.environ["HOME"], "runs"), "a") as runs:\n        runs.write("x")\n    assert add(1, 2) == 3\n',
    },
    leak: { "conftest.py": "def pytest_sessionfinish(session):\n    session.exitstatus = 3\n" },
  },
];

for (const suite of SUITES) {
  describe(suite.name, { tags: [...(suite.needs ?? [])] }, () => {
    let repository: TempRepository;
    beforeEach(() => {
      repository = createTempRepository();
    });
    afterEach(() => repository.remove());

    /** What the module's own run and the whole suite found, and how often the module's test was run for each. */
    async function gates(files: Readonly<Record<string, string>>, change = (plan: ExecutionPlan) => plan) {
      const commit = repository.commit({ ...suite.base, [suite.test.path]: suite.test.text, ...files });
      const snapshot = { gitDir: join(repository.folder, ".git"), tree: commit };
      const { tree } = await openTree({ gitDir: snapshot.gitDir, commit, folder: repository.folder });
      const preset = presets.ok ? presets.value.find(({ name }) => name === suite.preset) : undefined;
      if (preset === undefined) throw new TypeError(`there is no preset ${suite.preset}`);
      const plan = change({
        settings: { ...settings, jobEnv: { ...process.env, PATH: [process.env.PATH, PACKAGES].join(delimiter) } },
        commands: commandsFor(preset, Config.parse({}), { base: tree, head: tree }),
        base: snapshot,
        subject: snapshot,
        testFile: suite.test,
        taskTests: [suite.test],
        changedFiles: [],
        ownFiles: [],
        baseline: null,
        measuresBase: false,
        runsRed: false,
        runsBuild: false,
        suiteSkipped: null,
      });
      expect(plan.commands.runner.name).toBe(suite.name);
      const bench = await openWorkbench(snapshot, plan.settings);
      // Noted at home, which the bench empties before the next command.
      let noted = 0;
      const counting: Workbench = {
        ...bench,
        async run(script, options) {
          const run = await bench.run(script, options);
          noted += (await bench.run('cat "$HOME/runs" 2>/dev/null; rm -f "$HOME/runs"')).stdout.length;
          return run;
        },
      };
      const runs = () => {
        const sum = noted;
        noted = 0;
        return sum;
      };
      try {
        await bench.run(suite.setup);
        await bench.sealInstalled();
        const green = await runGreen(counting, plan, suite.test);
        const runsOfGreen = runs();
        const whole = await runWholeSuite(counting, plan, async () => null);
        return { green, whole, runs: { green: runsOfGreen, whole: runs() } };
      } finally {
        await bench.close();
      }
    }
    const failed = (results: readonly { name: string; status: string }[]) =>
      results.filter(({ status }) => status === "failed").map(({ name }) => name);

    it("runs a good module's tests once by themselves and once with the whole suite", async () => {
      const { green, whole, runs } = await gates({ [suite.source.path]: suite.source.honest });
      expect(green, JSON.stringify(green)).toMatchObject({ broken: null, tests: [{ status: "passed" }] });
      expect(failed(whole.results)).toEqual([]);
      expect(whole.results, "and no canary among them").toHaveLength(2);
      expect(whole.command).toMatchObject({ status: "PASSED", exit_code: 0 });
      expect(whole.command.output).toMatch(/^The test factory_canary_\.\.\. is planted and must fail/);
      expect(runs).toEqual({ green: 1, whole: 1 });
    });

    it("believes nothing where the module bends assertions when it is called", async () => {
      const { green, whole } = await gates({ [suite.source.path]: suite.source.bent });
      expect(green, JSON.stringify(green)).toMatchObject({ tests: [], broken: { failure: "setup" } });
      expect(failed(whole.results)).toEqual(["factory canary"]);
      expect(failed(whole.rerun)).toEqual(["factory canary"]);
    });

    const { leak } = suite;
    if (leak === undefined) return;

    it("notices a command that fails without a failing test", async () => {
      const { whole } = await gates({ [suite.source.path]: suite.source.honest, ...leak });
      expect(failed(whole.results)).toHaveLength(1);
      expect(failed(whole.rerun)).toEqual(failed(whole.results));
    });

    if (suite.name !== "node --test") return;

    it("runs the suite without canaries as well, where the runner does not excuse them after all", async () => {
      const strict = (plan: ExecutionPlan): ExecutionPlan => {
        const { commands } = plan;
        const fails = (command: string) => `${command}; [ $? -eq 0 ] && ! grep -rq factory_canary_ ${suite.test.path}`;
        const test = fails(commands.runner.test);
        return {
          ...plan,
          commands: {
            ...commands,
            runner: { ...commands.runner, test, test_files: fails(commands.runner.test_files) },
            test: { ...commands.test, command: test },
          },
        };
      };
      const { green, whole, runs } = await gates({ [suite.source.path]: suite.source.honest }, strict);
      expect(green, JSON.stringify(green)).toMatchObject({ broken: null, tests: [{ status: "passed" }] });
      expect(failed(whole.results)).toEqual([]);
      expect(runs).toEqual({ green: 2, whole: 2 });
    });
  });
}
