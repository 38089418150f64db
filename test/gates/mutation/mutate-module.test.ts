import { delimiter, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import type { MutationReport } from "../../../src/domain/gates/mutation-report.js";
import { openTree } from "../../../src/gates/checkout/open-checkout.js";
import { mutateModule } from "../../../src/gates/mutation/mutate-module.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../../src/gates/presets/resolve-commands.js";
import { benchSettings } from "../../../src/gates/run/bench-settings.js";
import { openWorkbench, type Workbench } from "../../../src/gates/run/workbench.js";
import "../../../src/languages/grammars/all-loaded.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const presets = await loadPresets(PRESETS_FOLDER);
if (!presets.ok) throw new TypeError(presets.refusal.message);
const settings = await benchSettings(process.env, PRESETS_FOLDER);
const PACKAGES = resolve("node_modules");

type Toy = {
  readonly preset: "node" | "python";
  readonly setup?: string;
  readonly base: Readonly<Record<string, string>>;
  readonly source: { readonly path: string; readonly text: string };
  readonly test: { readonly path: string; readonly text: string };
  readonly tags: Readonly<Record<string, readonly string[]>>;
  readonly mutation?: Readonly<Record<string, unknown>>;
  readonly mode?: "STRICT" | "CREATIVE";
};

/** A boundary that its tests do not stand at. */
const GRADE = `export function grade(points) {
  if (points < 0) throw new RangeError("negative");
  return points >= 50 ? "pass" : "fail";
}
`;
const NODE_BASE = { "package.json": '{ "type": "module" }\n' };
const node = (body: string) =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { grade } from "../grade.js";\n${body}`;

const JAVASCRIPT: Toy = {
  preset: "node",
  base: NODE_BASE,
  source: { path: "grade.js", text: GRADE },
  test: {
    path: "test/grade.test.js",
    text: node(
      'test("passes", () => assert.equal(grade(80), "pass"));\ntest("fails", () => assert.equal(grade(20), "fail"));\ntest("refuses", () => assert.throws(() => grade(-5), RangeError));\n',
    ),
  },
  tags: { "CL-HAPPY-001": ["passes", "fails"], "CL-ERROR-001": ["refuses"] },
};

const VITEST: Toy = {
  ...JAVASCRIPT,
  base: { "package.json": '{ "type": "module", "devDependencies": { "vitest": "4" } }\n' },
  setup: `mkdir node_modules && ln -s ${PACKAGES}/.bin ${PACKAGES}/vitest node_modules/`,
  source: { path: "grade.ts", text: GRADE.replace("(points)", "(points: number): string") },
  test: {
    path: "test/grade.test.ts",
    text: 'import { expect, test } from "vitest";\nimport { grade } from "../grade.js";\ntest("passes", () => expect(grade(80)).toBe("pass"));\ntest("fails", () => expect(grade(20)).toBe("fail"));\ntest("refuses", () => expect(() => grade(-5)).toThrow(RangeError));\n',
  },
};

const PYTHON: Toy = {
  preset: "python",
  base: { "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["src"]\n' },
  source: {
    path: "src/grade.py",
    text: '"""Grades."""\nfrom __future__ import annotations\n\n\ndef grade(points: int) -> str:\n    """A word."""\n    if points < 0:\n        raise ValueError("negative")\n    return "pass" if points >= 50 else "fail"\n',
  },
  test: {
    path: "tests/test_grade.py",
    text: 'import pytest\n\nfrom grade import grade\n\n\ndef test_passes():\n    assert grade(80) == "pass"\n\n\ndef test_fails():\n    assert grade(20) == "fail"\n\n\ndef test_refuses():\n    with pytest.raises(ValueError):\n        grade(-5)\n',
  },
  tags: { "CL-HAPPY-001": ["test_passes", "test_fails"], "CL-ERROR-001": ["test_refuses"] },
};

describe("the mutants of a module against its own tests", () => {
  let repository: TempRepository;
  beforeEach(() => {
    repository = createTempRepository();
  });
  afterEach(() => repository.remove());

  async function tried(toy: Toy): Promise<MutationReport> {
    const base = repository.commit(toy.base);
    const commit = repository.commit({ [toy.source.path]: toy.source.text, [toy.test.path]: toy.test.text });
    const gitDir = join(repository.folder, ".git");
    const [before, after] = await Promise.all(
      [base, commit].map((each) => openTree({ gitDir, commit: each, folder: repository.folder })),
    );
    if (before === undefined || after === undefined) throw new TypeError("both commits have a tree");
    const preset = presets.ok ? presets.value.find(({ name }) => name === toy.preset) : undefined;
    if (preset === undefined) throw new TypeError(`there is no preset ${toy.preset}`);
    const config = Config.parse({ mutation: toy.mutation ?? {} });
    const { runner } = commandsFor(preset, config, { base: before.tree, head: after.tree });
    const jobEnv = { ...process.env, PATH: [process.env.PATH, PACKAGES].join(delimiter) };
    const bench: Workbench = await openWorkbench({ gitDir, tree: commit }, { ...settings, jobEnv });
    try {
      if (toy.setup !== undefined) await bench.run(toy.setup);
      await bench.sealInstalled();
      const names = [...new Set(Object.values(toy.tags).flat())];
      return await mutateModule(async () => bench, {
        context: {
          manifest: {
            files: [
              { path: toy.source.path, action: "CREATE" },
              { path: toy.test.path, action: "CREATE" },
            ],
            testFile: toy.test.path,
            entry: toy.source.path,
          },
          base: before.tree,
          head: after.tree,
          mode: toy.mode ?? "STRICT",
        },
        config: config.mutation,
        inventory: names.map((name) => ({
          name,
          asserts: [],
          clauses: Object.keys(toy.tags).filter((clause) => toy.tags[clause]?.includes(name)),
        })),
        tests: { runner, testFile: toy.test.path, ownFiles: [], presetsFolder: PRESETS_FOLDER },
      });
    } finally {
      await bench.close();
    }
  }

  const survivors = (report: MutationReport) =>
    report.kind === "tried" ? report.mutants.filter(({ fate }) => fate === "survived") : report;

  const fates = (report: MutationReport) =>
    report.kind === "tried" ? new Set(report.mutants.map(({ fate }) => fate)) : report;

  it("shows the limits that no test stands at, and the clauses that notice", async () => {
    const report = await tried(JAVASCRIPT);
    expect(survivors(report)).toContainEqual({
      path: "grade.js",
      line: 3,
      operator: "boundary",
      change: "`>=` becomes `>`",
      fate: "survived",
    });
    expect(report).toMatchObject({
      kind: "tried",
      left: 0,
      violations: [],
      clauses: [
        { clause: "CL-ERROR-001", tests: 1, killed: 3 },
        // Two more make it throw, which is noticed, but by no assertion.
        { clause: "CL-HAPPY-001", tests: 2, killed: 6 },
      ],
    });
  });

  it("tries more than its sample for a clause that has noticed nothing yet, and then refuses it", async () => {
    const text = node(
      'test("runs", () => assert.equal(typeof grade(80), typeof grade(20)));\ntest("passes", () => assert.equal(grade(50), "pass"));\n',
    );
    const tags = { "CL-HAPPY-001": ["passes"], "CL-OUTPUT-001": ["runs"] };
    const source = {
      path: "grade.js",
      text: 'export const grade = (points) => (points >= 50 ? "pass" : "fail");\n',
    };
    const report = await tried({
      ...JAVASCRIPT,
      source,
      test: { path: "test/grade.test.js", text },
      tags,
      mutation: { max_mutants: 1 },
    });
    expect(report).toMatchObject({
      kind: "tried",
      left: 0,
      violations: [{ message: expect.stringContaining("CL-OUTPUT-001 is not covered") }],
    });
  });

  it("takes a mistake that never ends for noticed, and code that no test runs for not covered", async () => {
    const text =
      "export function grade(n) {\n  let i = 0;\n  while (i !== n) i += 1;\n  return i;\n}\nexport const unused = () => 5;\n";
    const test = { path: "test/grade.test.js", text: node('test("counts", () => assert.equal(grade(3), 3));\n') };
    const report = await tried({
      ...JAVASCRIPT,
      source: { path: "grade.js", text },
      test,
      tags: { "CL-HAPPY-001": ["counts"] },
    });
    expect(fates(report)).toContain("timed-out");
    expect(fates(report)).toContain("not-covered");
  });

  it.each([
    ["it is switched off", { mutation: { max_mutants: 0 } }, "max_mutants is 0"],
    [
      "nothing can be mistaken",
      { source: { path: "grade.js", text: 'export * from "node:path";\n' } },
      "nothing that can be mistaken",
    ],
    [
      "a test reads the source itself",
      {
        test: {
          path: "test/grade.test.js",
          text: node(
            'import { readFileSync } from "node:fs";\ntest("reads", () => assert.match(readFileSync("grade.js", "utf8"), /throw new RangeError/));\ntest("is as long", () => assert.ok(readFileSync("grade.js", "utf8").length < 200));\n',
          ),
        },
      },
      "do not pass with its prepared files",
    ],
  ])("says that nothing was tried, and why: %s", async (_, change, reason) => {
    expect(await tried({ ...JAVASCRIPT, ...change })).toMatchObject({
      kind: "left-out",
      reason: expect.stringContaining(reason),
    });
  });

  for (const [name, toy] of [
    ["vitest", VITEST],
    ["pytest", PYTHON],
  ] as const) {
    it(`works by ${name}`, { tags: name === "pytest" ? ["pytest"] : [], timeout: 90_000 }, async () => {
      const report = await tried({ ...toy, mutation: { max_mutants: 4 } });
      expect(report).toMatchObject({ kind: "tried", violations: [] });
      expect(fates(report)).toContain("killed");
    });
  }
});
