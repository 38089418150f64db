import { describe, expect, it } from "vitest";
import type { Canary } from "../../../src/gates/presets/preset.js";
import type { ReportedRun } from "../../../src/gates/readers/reported-run.js";
import { placeCanary, takeCanaries } from "../../../src/gates/run/canary.js";
import { moduleTestRun } from "../../../src/gates/run/module-tests.js";
import type { TestsRun } from "../../../src/gates/run/run-tests.js";

const BOTH: Canary = { kind: "append", module: 'import x; test("{canary}")', script: 'require(x).test("{canary}")' };

describe("a canary is placed", () => {
  it.each([
    ["a.test.mjs", "", "import x"],
    ["a.test.cjs", "import y from 'y';", "require(x)"],
    ["a.test.js", "import y from 'y';", "import x"],
    ["a.test.js", "export const y = 1;", "import x"],
    ["a.test.js", "const y = require('y');", "require(x)"],
    ["a.test.js", "const y = await import('y');", "require(x)"],
  ])("in %s with %j as %s", (path, text, spelling) => {
    const placed = placeCanary(BOTH, { path, text }, "canary_1");
    expect(placed).toMatchObject({ id: "canary_1", path });
    expect(placed.text.startsWith(`${text}\n\n${spelling}`)).toBe(true);
    expect(placed.text).toContain("canary_1");
  });

  it("as a file of its own where nothing can be appended", () => {
    const canary: Canary = { kind: "file", path: "CanaryTest.java", text: "void {canary}()" };
    const placed = placeCanary(canary, { path: "ATest.java", text: "class A {}" }, "canary_1");
    expect(placed).toEqual({ id: "canary_1", path: "CanaryTest.java", text: "void canary_1()" });
  });
});

const test = (title: string, status: "passed" | "failed" | "skipped", file = "a.test.js") => ({
  file,
  titles: [title],
  status,
});
const run = (...tests: ReturnType<typeof test>[]): ReportedRun => ({ tests, broken: [], assertions: null });
const PLACED = [{ id: "canary_1", path: "a.test.js", text: "" }];

describe("the fate of a canary", () => {
  it.each([
    ["failed", run(test("a", "passed"), test("canary_1", "failed"))],
    ["passed", run(test("a", "passed"), test("canary_1", "passed"))],
    ["passed", run(test("a", "passed"), test("canary_1", "skipped"))],
    ["passed", run(test("canary_1", "failed"), test("canary_1", "passed"))],
    ["absent", run(test("a", "passed"))],
  ] as const)("is %s", (fate, reported) => {
    const taken = takeCanaries(reported, PLACED);
    expect(taken.fate).toBe(fate);
    expect(taken.run.tests.map(({ titles }) => titles[0])).not.toContain("canary_1");
  });

  it("is failed where the runner excuses it, and passed where it was only left out", () => {
    const excused = { ...test("canary_1", "skipped"), excused: true } as const;
    expect(takeCanaries({ ...run(test("a", "passed")), tests: [excused] }, PLACED).fate).toBe("failed");
    expect(takeCanaries(run(test("canary_1", "skipped")), PLACED).fate).toBe("passed");
  });

  it("leaves no other excuse in its file", () => {
    const excused = (file: string) => ({ ...test("a", "skipped", file), excused: true }) as const;
    const tests = [excused("a.test.js"), excused("b.test.js"), test("canary_1", "failed")];
    const taken = takeCanaries({ ...run(), tests }, PLACED);
    expect(taken.run.tests.map(({ file, status }) => [file, status])).toEqual([
      ["a.test.js", "failed"],
      ["b.test.js", "skipped"],
    ]);
  });

  it("is nothing where none was placed, and excused where its file could not be collected", () => {
    expect(takeCanaries(run(), []).fate).toBe("none");
    const broken = [{ file: "a.test.js", failure: "missing-module", output: "" } as const];
    expect(takeCanaries({ ...run(), broken }, PLACED).fate).toBe("failed");
  });
});

describe("the run of a module's test file", () => {
  const end = { end: { kind: "exited", code: 0 }, stdout: "", tail: "the log", durationMs: 1 } as const;
  const of = (reported: ReportedRun, canary: TestsRun["canary"]) =>
    moduleTestRun(
      { command: "c", run: end, reported: { ok: true, value: reported }, canary },
      { path: "a.test.js", root: "/r" },
    );

  it("keeps the tests of its own file, by title", () => {
    const found = of(run(test("a", "passed"), test("b", "failed", "b.test.js")), "failed");
    expect(found).toMatchObject({ tests: [{ name: "a", status: "passed" }], broken: null });
  });

  it("keeps everything where the runner names no files", () => {
    expect(of(run(test("a", "passed", "package")), "failed").tests).toHaveLength(1);
  });

  it.each(["passed", "absent"] as const)("believes nothing when the canary is %s", (fate) => {
    expect(of(run(test("a", "passed")), fate)).toMatchObject({ tests: [], broken: { failure: "setup" } });
  });

  it("is broken, with the log, when there is no report", () => {
    const refused = { ok: false, refusal: { code: "report-missing", message: "no report" } } as const;
    const found = moduleTestRun(
      { command: "c", run: end, reported: refused, canary: "none" },
      { path: "a", root: "/r" },
    );
    expect(found).toMatchObject({ tests: [], broken: { failure: "setup", output: "no report\nthe log" } });
  });
});
