import { PLAN_FIELDS } from "../../src/gates/plan/plan-json.js";

/** A small but complete plan; test/documentation/plan-example.test.ts judges a change by it. */
const PLAN = {
  outputId: "double-1",
  taskPrompt: "Double a number, and refuse anything else",
  testFilePath: "test/double.test.js",
  baseRef: "main",
  manifest: {
    files: [
      { path: "src/double.js", action: "CREATE" },
      { path: "test/double.test.js", action: "CREATE" },
    ],
    testFile: "test/double.test.js",
  },
  contract: {
    schemaVersion: "1.0.0",
    slug: "double",
    title: "Double a number",
    mode: "STRICT",
    changeType: "new",
    targetArtifacts: ["src/double.js"],
    clauses: [
      {
        id: "CL-DOUBLE-001",
        kind: "behavior",
        normativity: "MUST",
        title: "Doubles a number",
        spec: "When a number is given, then twice that number is returned",
        observables: ["return value"],
      },
      {
        id: "CL-DOUBLE-002",
        kind: "error",
        normativity: "MUST",
        title: "Refuses anything else",
        spec: "When anything but a number is given, then a TypeError is thrown",
        observables: ["exception"],
        negativeCases: ["a string"],
      },
    ],
  },
};

const TESTS = `import assert from "node:assert/strict";
import { test } from "node:test";
import { double } from "../src/double.js";

// @clause CL-DOUBLE-001
test("doubles a number", () => {
  assert.equal(double(2), 4);
});

// @clause CL-DOUBLE-002
test("refuses a string", () => {
  assert.throws(() => double("2"), TypeError);
});`;

const MEANINGS: Readonly<Record<string, string>> = {
  outputId: "A name for the run. It comes back as `id` of the result.",
  projectPath: "The repository's top folder. By default where the gates are started.",
  taskPrompt: "What is to be done, in at least ten characters.",
  testFilePath: "The one test file, the same as `manifest.testFile`.",
  manifest:
    "Every file that may change, each with `path` and `action` (`CREATE`, `MODIFY`, `DELETE`), and the test file.",
  contract:
    "What the tests must prove, clause by clause; `testMapping` (clause to titles of tests), if given, must agree with the tags. Without it the four validators about clauses are skipped. `mode` is `STRICT`, or `CREATIVE`, where what is not covered only warns.",
  baseRef: "The revision before the change. By default `origin/main`.",
  targetRef: "The revision to judge. By default `HEAD`.",
  dangerMode: "Whether protected files may change. By default not.",
  runType: "`CONTRACT` (the default) judges tests before there is code: they must fail. `EXECUTION` judges the code.",
  contractRunId:
    "For EXECUTION runs, the `outputId` of the CONTRACT run before. Contract, manifest, tests and support files must then be the ones that run judged; without its result nothing is judged.",
  testFileContent:
    "The test file's text, for a CONTRACT run before it is committed. It never replaces a committed file: a text that differs from it is refused.",
};

/** The fields of a plan, by example and one by one. It fails if the schema has other fields. */
export function planSection(): string {
  const unsaid = PLAN_FIELDS.filter((field) => MEANINGS[field] === undefined);
  const unknown = Object.keys(MEANINGS).filter((field) => !PLAN_FIELDS.includes(field));
  if (unsaid.length + unknown.length > 0)
    throw new Error(`plan.json: say what is ${[...unsaid, ...unknown].join(", ")}`);
  return [
    "## What a plan.json holds",
    "This one is for a function that does not exist yet, and its test file is tagged with the clauses it proves:",
    ["```json", JSON.stringify(PLAN, null, 2), "```"].join("\n"),
    ["```js", "// test/double.test.js", TESTS, "```"].join("\n"),
    [
      "Commit the test file and run the gates: a CONTRACT run passes when the tests are sound and fail at the base. Then write the",
      "code, commit it, and run them again as `EXECUTION`, with the commit of the red tests as base. On a command line that is",
      "`factory gates --plan plan.json` and the same with `--run-type EXECUTION --base HEAD~1`. Only commits are judged. The",
      "plan itself may be committed, too: it does not count as a change.",
    ].join("\n"),
    [
      "| Field | What it is |",
      "| --- | --- |",
      ...PLAN_FIELDS.map((field) => `| \`${field}\` | ${MEANINGS[field]} |`),
    ].join("\n"),
  ].join("\n\n");
}
