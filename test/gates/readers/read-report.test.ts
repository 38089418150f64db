import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ReportFormat } from "../../../src/domain/config/report-format.js";
import { readReports } from "../../../src/gates/readers/read-report.js";
import { titleOf } from "../../../src/gates/readers/test-name.js";

/** Reports as the runners wrote them, for one folder, `/repo`. */
function read(format: ReportFormat, file: string, printed = "") {
  const text = readFileSync(`fixtures/test-reports/${file}`, "utf8");
  const run = readReports(format, [text], { root: "/repo", printed });
  if (!run.ok) throw new TypeError(run.refusal.message);
  return {
    tests: run.value.tests.map((test) => [test.file, titleOf(test), test.status, test.failure ?? ""]),
    broken: run.value.broken.map(({ file: name, failure }) => [name, failure]),
  };
}

describe("a report of", () => {
  it("node --test names file, suites and title, explains a failure, and leaves out files without tests", () => {
    expect(read("node-test", "node-test.jsonl")).toEqual({
      tests: [
        ["a.test.mjs", "top passes", "passed", ""],
        ["a.test.mjs", "top # hash \\ fails", "failed", "assertion"],
        ["a.test.mjs", "suite a > inner", "passed", ""],
        ["a.test.mjs", "suite a > inner fail", "failed", "setup"],
        ["a.test.mjs", "suite a > skipped one", "skipped", ""],
        ["a.test.mjs", "suite a > todo one", "skipped", ""],
        ["a.test.mjs", "suite a > deep > deeper", "failed", "assertion"],
        ["a.test.mjs", "parent > child", "passed", ""],
        ["a.test.mjs", "parent > child2", "failed", "assertion"],
        ["a.test.mjs", "parent", "failed", "assertion"],
      ],
      broken: [["b.test.mjs", "missing-module"]],
    });
  });

  it("TAP leaves out suites, unescapes titles, and believes no line that a test printed", () => {
    const { tests, broken } = read("tap", "node.tap", "Error: Cannot find module '/repo/missing.mjs'");
    expect(tests).toEqual([
      [null, "top passes", "passed", ""],
      [null, "top # hash \\ fails", "failed", "assertion"],
      [null, "suite a > inner", "passed", ""],
      [null, "suite a > inner fail", "failed", "setup"],
      [null, "suite a > skipped one", "skipped", ""],
      [null, "suite a > todo one", "skipped", ""],
      [null, "suite a > deep > deeper", "failed", "assertion"],
      [null, "parent > child", "passed", ""],
      [null, "parent > child2", "failed", "assertion"],
      [null, "parent", "failed", "assertion"],
    ]);
    expect(broken).toEqual([["b.test.mjs", "missing-module"]]);
  });

  it("mocha separates suites, knows a hook, and distinguishes an error of the code from one of the test", () => {
    expect(read("node-test", "mocha.jsonl")).toEqual({
      tests: [
        ["test/tag.test.js", "normalise > lowers the case", "passed", ""],
        ["test/tag.test.js", "normalise > fails by assertion", "failed", "assertion"],
        ["test/tag.test.js", "normalise > is skipped", "skipped", ""],
        ["test/tag.test.js", "normalise > is to do # really", "skipped", ""],
        ["test/tag.test.js", "normalise > with nothing > throws", "passed", ""],
        ["test/tag.test.js", "normalise > with nothing > is thrown at", "failed", "assertion"],
        ["test/tag.test.js", 'hooked > "before all" hook for "never runs"', "failed", "setup"],
      ],
      broken: [],
    });
  });

  it("tape distinguishes a comment from a test, nests titles, and finds a failure after any output", () => {
    expect(read("node-test", "tape.jsonl")).toEqual({
      tests: [
        ["test/esm.mjs", "a module's", "passed", ""],
        ["test/tag.js", "lowers the case", "passed", ""],
        ["test/tag.js", "prints without a line break", "failed", "assertion"],
        ["test/tag.js", "forges a point", "failed", "assertion"],
        ["test/tag.js", "outer > inner", "passed", ""],
        ["test/tag.js", "outer > inner that fails", "failed", "assertion"],
        ["test/tag.js", "rejects", "failed", "assertion"],
        ["test/tag.js", "skips", "skipped", ""],
        ["test/tag.js", "leaves an assertion out", "skipped", ""],
        ["test/tag.js", "is to do", "skipped", ""],
        ["test/unended.js", "never ends", "failed", "assertion"],
        ["test/unended.js", "never begins", "failed", "assertion"],
      ],
      broken: [],
    });
  });

  it("jest distinguishes a missing file from a broken one", () => {
    expect(read("jest-json", "jest.json")).toEqual({
      tests: [
        ["jt/a.test.js", "passes", "passed", ""],
        ["jt/a.test.js", "outer > inner > fails", "failed", "assertion"],
        ["jt/a.test.js", "outer > inner > skipped", "skipped", ""],
        ["jt/a.test.js", "outer > inner > todo", "skipped", ""],
        ["jt/a.test.js", "code throws", "failed", "assertion"],
      ],
      broken: [
        ["jt/missing.test.js", "missing-module"],
        ["jt/syntax.test.js", "syntax"],
      ],
    });
  });

  it("vitest distinguishes an error of the code from one of the test, and a missing file from a missing package", () => {
    expect(read("vitest-json", "vitest.json")).toEqual({
      tests: [
        ["a.test.ts", "passes", "passed", ""],
        ["a.test.ts", "outer > inner > fails", "failed", "assertion"],
        ["a.test.ts", "outer > inner > skipped", "skipped", ""],
        ["a.test.ts", "outer > inner > todo", "skipped", ""],
        ["a.test.ts", "code throws", "failed", "assertion"],
        ["a.test.ts", "test throws", "failed", "setup"],
        ["a.test.ts", "not there", "failed", "missing-module"],
      ],
      broken: [
        ["b.test.ts", "missing-module"],
        ["c.test.ts", "syntax"],
        ["d.test.ts", "setup"],
      ],
    });
  });

  it("pytest distinguishes fixtures from assertions, and names classes as suites", () => {
    expect(read("junit", "pytest.xml")).toEqual({
      tests: [
        ["tests/test_cart.py", "test_adds", "passed", ""],
        ["tests/test_cart.py", "TestTotal > test_empty", "failed", "assertion"],
        ["tests/test_cart.py", "TestTotal > test_later", "skipped", ""],
        ["tests/test_cart.py", "TestTotal > test_one[1]", "passed", ""],
        ["tests/test_cart.py", "TestTotal > test_one[2]", "passed", ""],
        ["tests/test_cart.py", "test_fixture", "failed", "setup"],
        ["tests/test_cart.py", "test_raises", "failed", "assertion"],
        ["tests/test_cart.py", "test_crash", "failed", "assertion"],
      ],
      broken: [
        ["tests/test_missing.py", "missing-module"],
        ["tests/test_syntax.py", "syntax"],
      ],
    });
  });

  it("Surefire names the class as the suite", () => {
    expect(read("surefire", "surefire.xml").tests).toEqual([
      [null, "product.CartTest > adds", "passed", ""],
      [null, "product.CartTest > isWrong", "failed", "assertion"],
      [null, "product.CartTest > explodes", "failed", "setup"],
      [null, "product.CartTest > later", "skipped", ""],
    ]);
  });

  it("go test -json names packages and subtests, and a package that does not build is broken", () => {
    expect(read("go-json", "go.jsonl")).toEqual({
      tests: [
        ["product/cart", "TestAdds", "passed", ""],
        ["product/cart", "TestTotal > empty", "failed", "assertion"],
        ["product/cart", "TestTotal", "failed", "assertion"],
        ["product/cart", "TestLater", "skipped", ""],
      ],
      broken: [["product/basket", "missing-module"]],
    });
  });

  it("cargo test names the target and the path of modules", () => {
    expect(read("cargo", "cargo.txt").tests).toEqual([
      ["src/lib.rs", "tests > later", "skipped", ""],
      ["src/lib.rs", "tests > adds", "passed", ""],
      ["src/lib.rs", "tests > wrong", "failed", "assertion"],
      ["src/lib.rs", "tests > panics", "passed", ""],
      ["tests/outside.rs", "outside", "passed", ""],
      ["product", "src/lib.rs - add (line 1)", "passed", ""],
    ]);
    expect(read("cargo", "cargo-missing.txt")).toEqual({ tests: [], broken: [[null, "missing-module"]] });
  });

  it("go test -json reports a process that died or failed beside its tests, and tests that never ended", () => {
    expect(read("go-json", "go-died.jsonl")).toEqual({
      tests: [
        ["product/dies", "TestAlpha", "passed", ""],
        ["product/dies", "TestStart", "failed", "assertion"],
        ["product/leaks", "TestOne", "passed", ""],
        ["product/panics", "TestFine", "passed", ""],
        ["product/panics", "TestPanics", "failed", "assertion"],
        ["product/cut", "TestSlow", "passed", ""],
      ],
      broken: [
        ["product/dies", "setup"],
        ["product/leaks", "setup"],
        ["product/panics", "setup"],
        ["product/cut", "setup"],
      ],
    });
  });

  it("cargo test reports a target that died while others went on", () => {
    const { tests, broken } = read("cargo", "cargo-died.txt");
    expect(tests.map(([file, name]) => [file, name])).toEqual([
      ["src/lib.rs", "ok"],
      ["tests/other.rs", "out"],
    ]);
    expect(broken).toEqual([["tests/dies.rs", "setup"]]);
  });

  it.each([
    ["go-json", "go-died.jsonl", "product/dies", /before its tests did.*panic: boom/s],
    ["go-json", "go-died.jsonl", "product/leaks", /none of its tests did.*leak found/s],
    ["go-json", "go-died.jsonl", "product/cut", /no verdict/],
    ["cargo", "cargo-died.txt", "tests/dies.rs", /before its tests did.*SIGABRT/s],
  ] as const)("%s (%s) says what became of %s", (format, report, name, words) => {
    const text = readFileSync(`fixtures/test-reports/${report}`, "utf8");
    const run = readReports(format, [text], { root: "/repo", printed: "" });
    expect(run.ok && run.value.broken.find(({ file }) => file === name)?.output).toMatch(words);
  });
});

describe("TAP", () => {
  const titles = (text: string) => {
    const run = readReports("tap", [text], { root: "/repo", printed: "" });
    if (!run.ok) throw new TypeError(run.refusal.message);
    return run.value.tests.map((test) => [titleOf(test), test.status]);
  };

  it("takes no line of a YAML block for a test", () => {
    const diff =
      "  expected:\n    ok: true\n    ok 3 - no test\n  actual:\n    not ok: 1\n  stack: |-\n    ...\n    ok 4";
    const text = `TAP version 13\nnot ok 1 - config\n  ---\n${diff}\n  ...\nok 2 - two\n1..2\n`;
    expect(titles(text)).toEqual([
      ["config", "failed"],
      ["two", "passed"],
    ]);
  });

  it("reads the durations and the subtests of node-tap", () => {
    const lines = [
      "TAP version 14",
      "# Subtest: a.test.js",
      "    # Subtest: adds",
      "        ok 1 - is equal",
      "        1..1",
      "    ok 1 - adds # time=2.5ms",
      "    1..1",
      "ok 1 - a.test.js # time=100ms",
      "ok 2 - mul # time=1ms {",
      "    not ok 1 - inner",
      "      ---",
      "      at: x",
      "      ...",
      "    1..1",
      "}",
      "ok 3 - later # SKIP # time=0.1ms",
      "1..3",
    ];
    expect(titles(lines.join("\n"))).toEqual([
      ["a.test.js > adds > is equal", "passed"],
      ["a.test.js > adds", "passed"],
      ["a.test.js", "passed"],
      ["mul", "passed"],
      ["mul > inner", "failed"],
      ["later", "skipped"],
    ]);
  });
});

describe("vitest", () => {
  const failing = { ancestorTitles: [], title: "canary", status: "failed", failureMessages: ["AssertionError: no"] };
  const report = (file: object) =>
    JSON.stringify({ numTotalTests: 1, testResults: [{ name: "/repo/a.test.ts", assertionResults: [], ...file }] });
  const brokenOf = (format: ReportFormat, file: object, printed = "") => {
    const run = readReports(format, [report(file)], { root: "/repo", printed });
    return run.ok ? run.value.broken.map(({ file: name, output }) => [name, output]) : [];
  };

  it("a failed hook is reported, also in a file with a failed test", () => {
    const file = { status: "failed", message: "after", assertionResults: [failing] };
    expect(brokenOf("vitest-json", file)).toEqual([["a.test.ts", "after"]]);
    expect(brokenOf("jest-json", file)).toEqual([]);
  });

  it("says what it printed of a file that failed without a word", () => {
    const words = "The file failed, and none of its tests did.\nFAIL a.test.ts > d";
    expect(brokenOf("vitest-json", { status: "failed", message: "" }, "FAIL a.test.ts > d")).toEqual([
      ["a.test.ts", words],
    ]);
  });

  it.each([
    [
      'Vitest caught 1 unhandled error during the test run.\nError: late\nThis error originated in "b.test.ts" test file.',
      "b.test.ts",
    ],
    ["\u001b[31mVitest caught 2 unhandled errors during the test run.\u001b[39m\nError: late", null],
  ])("fails by an error that no test caught: %j", (printed, name) => {
    const found = brokenOf("vitest-json", { status: "passed", message: "" }, printed);
    expect(found).toEqual([[name, expect.stringMatching(/^An error was thrown that no test caught\..*Error: late/s)]]);
  });
});

describe("what is not a whole report is refused", () => {
  it.each<[ReportFormat, string, string]>([
    ["node-test", "", "report-cut-off"],
    ["node-test", '{"kind":"test"}\n', "report-unreadable"],
    ["node-test", "all tests passed\n", "report-unreadable"],
    ["node-test", '{"kind":"end"}\n{"kind":"end"}\n', "report-unreadable"],
    ["tap", "ok 1 - fine\n1..1\n", "report-unreadable"],
    ["tap", "TAP version 13\nok 1 - fine\n", "report-cut-off"],
    ["tap", "TAP version 13\nBail out! no\n1..1\n", "report-cut-off"],
    ["tap", "TAP version 13\nok 1 - fine\n.not ok 2 - printed before\n1..2\n", "report-unreadable"],
    ["tap", "TAP version 13\nok 1 - fine\n1..1\n.not ok 2 - printed before\n1..2\n", "report-unreadable"],
    ["vitest-json", "{}", "report-unreadable"],
    ["vitest-json", "not json", "report-unreadable"],
    ["jest-json", '{"numTotalTests":1}', "report-unreadable"],
    ["junit", "<testsuites><testsuite></testsuites>", "report-unreadable"],
    ["junit", "<html></html>", "report-unreadable"],
    ["junit", '<!DOCTYPE x [<!ENTITY a "b">]><testsuites/>', "report-unreadable"],
    ["go-json", "PASS\nok product\n", "report-unreadable"],
    ["cargo", "everything is fine\n", "report-unreadable"],
  ])("%s: %j is %s", (format, text, code) => {
    const run = readReports(format, [text], { root: "/repo", printed: "" });
    expect(run).toMatchObject({ ok: false, refusal: { code } });
  });

  it("reads line breaks and signs that JUnit's XML writes as numbers", () => {
    const text =
      '<testsuites><testsuite><testcase classname="t" name="a &#x41; &lt;"><failure message="1 == 2&#10;where">x</failure></testcase></testsuite></testsuites>';
    const run = readReports("junit", [text], { root: "/repo", printed: "" });
    if (!run.ok) throw new TypeError(run.refusal.message);
    expect(run.value.tests.map((test) => titleOf(test))).toEqual(["t > a A <"]);
    expect(run.value.tests[0]?.output).toContain("1 == 2\nwhere");
  });

  it("no report at all", () => {
    const run = readReports("junit", [], { root: "/repo", printed: "" });
    expect(run).toMatchObject({ ok: false, refusal: { code: "report-missing" } });
  });
});

it("several reports of one run are one run", () => {
  const suite = (name: string) => `<testsuite name="${name}"><testcase name="a" classname="${name}"/></testsuite>`;
  const run = readReports("surefire", [suite("One"), suite("Two")], { root: "/repo", printed: "" });
  expect(run.ok && run.value.tests.map(titleOf)).toEqual(["One > a", "Two > a"]);
});

it("a long failure keeps both ends and says what is missing", () => {
  const message = `AssertionError: start${"x".repeat(10_000)}end`;
  const report = {
    numTotalTests: 1,
    testResults: [
      {
        name: "/repo/a.test.js",
        status: "failed",
        message: "",
        assertionResults: [{ ancestorTitles: [], title: "long", status: "failed", failureMessages: [message] }],
      },
    ],
  };
  const run = readReports("jest-json", [JSON.stringify(report)], { root: "/repo", printed: "" });
  const output = run.ok ? (run.value.tests[0]?.output ?? "") : "";
  expect(output).toMatch(/^AssertionError: start.*end$/s);
  expect(output).toContain("6024 characters left out");
});
