import { describe, expect, it } from "vitest";
import { parseWorkflow, refuseField } from "../../../../src/sandbox/runner/workflow/parse-workflow.js";

const PATH = ".github/workflows/gates.yml";

const FULL = `name: gates
run-name: gates \${{ inputs.nonce }}
on:
  workflow_dispatch:
    inputs:
      nonce: { description: the nonce, type: string, required: true }
      mode: { type: choice, options: [STRICT, CREATIVE], default: STRICT }
      deep: { type: boolean, default: false }
      count: { type: number }
permissions: {}
env: { A: 1, B: true, C: }
concurrency: { group: "gates-\${{ inputs.nonce }}", cancel-in-progress: true }
cache-mode: none
defaults: { run: { shell: bash, working-directory: sub } }
jobs:
  static:
    name: Static \${{ inputs.mode }}
    runs-on: ubuntu-24.04
    permissions: { contents: read }
    timeout-minutes: 10
    cache-mode: none
    env: { X: "\${{ github.sha }}" }
    outputs: { verdict: "\${{ steps.judge.outputs.verdict }}" }
    steps:
      - uses: actions/checkout@0123456789012345678901234567890123456789
        with: { persist-credentials: false, fetch-depth: 0 }
      - id: judge
        name: Judge
        if: success() && inputs.deep
        run: echo hi
        shell: bash
        working-directory: here
        env: { Y: "\${{ env.X }}" }
        continue-on-error: true
        timeout-minutes: "\${{ inputs.count }}"
  execute:
    needs: [static]
    if: always() && needs.static.result == 'success'
    runs-on: ubuntu-latest
    steps:
      - uses: ./action
        with: { plan: plan.json }
`;

/** The full workflow with one line put in the place of another. */
const vary = (from: string, to: string): string => {
  expect(FULL).toContain(from);
  return FULL.replace(from, to);
};

const problemsOf = (text: string): { line: number; field: string; message: string }[] => {
  const result = parseWorkflow({ path: PATH, text });
  if (result.ok) return [];
  return (result.refusal.details?.problems ?? []) as { line: number; field: string; message: string }[];
};

const lineWith = (text: string, words: string): number =>
  text.split("\n").findIndex((line) => line.includes(words)) + 1;

describe("a workflow within the subset", () => {
  it("is read whole", () => {
    const result = parseWorkflow({ path: PATH, text: FULL });
    expect(result).toMatchObject({
      ok: true,
      value: { name: "gates", permissions: {}, env: { A: 1, B: true, C: null }, "cache-mode": "none" },
    });
  });

  it.each([
    ["on: workflow_dispatch", "on:\n  workflow_dispatch:"],
    ["concurrency: one-group", ""],
  ])("may be written short: %s", (short) => {
    const text = `${short}\n${short.startsWith("on") ? "" : "on: workflow_dispatch\n"}jobs: { a: { runs-on: ubuntu-latest, steps: [{ run: "true" }] } }\n`;
    expect(problemsOf(text)).toEqual([]);
  });

  it("may have an empty condition, which means success", () => {
    expect(problemsOf(vary("success() && inputs.deep", '""'))).toEqual([]);
    expect(problemsOf(vary("continue-on-error: true", 'continue-on-error: "${{ }}"'))).toHaveLength(1);
  });

  it.each(["read", "write", "write-only", "none"])("may say cache-mode: %s", (mode) => {
    expect(problemsOf(vary("cache-mode: none\ndefaults", `cache-mode: ${mode}\ndefaults`))).toEqual([]);
  });
});

describe("an unsupported feature is reported by file, line and field", () => {
  const NOT = "is not supported by the local runner";

  it.each([
    ["a trigger", vary("  workflow_dispatch:\n", "  push:\n  workflow_dispatch:\n"), "push:", "on.push", NOT],
    ["an unknown top-level key", `${FULL}extra: 1\n`, "extra:", "extra", NOT],
    ["a matrix", vary("    needs: [static]", "    strategy: { matrix: {} }"), "strategy", "jobs.execute.strategy", NOT],
    ["services", vary("    needs: [static]", "    services: {}"), "services", "jobs.execute.services", NOT],
    ["a container", vary("    needs: [static]", "    container: node"), "container", "jobs.execute.container", NOT],
    [
      "job concurrency",
      vary("    needs: [static]", "    concurrency: x"),
      "concurrency: x",
      "jobs.execute.concurrency",
      NOT,
    ],
    [
      "a reusable workflow",
      vary("    needs: [static]", "    uses: ./x.yml"),
      "uses: ./x.yml",
      "jobs.execute.uses",
      NOT,
    ],
    [
      "an unknown step key",
      vary("        shell: bash", "        background: true"),
      "background",
      "jobs.static.steps[1].background",
      NOT,
    ],
    [
      "an unknown permission",
      vary("{ contents: read }", "{ everything: read }"),
      "everything",
      "jobs.static.permissions.everything",
      NOT,
    ],
    [
      "an unknown key of an input",
      vary("type: number", "typ: number"),
      "typ: number",
      "on.workflow_dispatch.inputs.count.typ",
      NOT,
    ],
    ["docker", vary("uses: ./action", "uses: docker://alpine"), "docker://", "jobs.execute.steps[0].uses", NOT],
    [
      "an action without a ref",
      vary("uses: ./action", "uses: octo/action"),
      "octo/action",
      "jobs.execute.steps[0].uses",
      NOT,
    ],
    [
      "another shell",
      vary("        shell: bash", "        shell: pwsh"),
      "pwsh",
      "jobs.static.steps[1].shell",
      "only bash",
    ],
    [
      "another default shell",
      vary("shell: bash, working", "shell: sh, working"),
      "defaults:",
      "defaults.run.shell",
      "only bash",
    ],
    [
      "another machine",
      vary("runs-on: ubuntu-latest", "runs-on: windows-latest"),
      "windows",
      "jobs.execute.runs-on",
      "only ubuntu",
    ],
    [
      "another short trigger",
      FULL.replace(/on:\n[\s\S]*?permissions: \{\}/, "on: push\npermissions: {}"),
      "on: push",
      "on",
      "only workflow_dispatch",
    ],
    [
      "a context of GitHub's that is not here",
      vary("github.sha", "secrets.X"),
      "secrets.X",
      "jobs.static.env.X",
      "secrets",
    ],
    [
      "a function that is not here",
      vary("github.sha", "hashFiles('x')"),
      "hashFiles",
      "jobs.static.env.X",
      "hashFiles",
    ],
    [
      "an input of a stand-in",
      vary("fetch-depth: 0", "lfs: true"),
      "lfs",
      "jobs.static.steps[0].with.lfs",
      "stand-in does not support",
    ],
  ])("%s", (_, text, words, field, message) => {
    expect(problemsOf(text)).toEqual([
      { line: lineWith(text, words), field, message: expect.stringContaining(message) },
    ]);
  });
});

describe("what is wrong on GitHub, too", () => {
  it.each([
    ["no jobs", FULL.replace(/jobs:\n[\s\S]*/, "jobs: {}\n"), "jobs", "at least one job"],
    [
      "no steps",
      vary("    steps:\n      - uses: ./action\n        with: { plan: plan.json }\n", "    steps: []\n"),
      "jobs.execute.steps",
      "",
    ],
    ["an unknown need", vary("needs: [static]", "needs: nobody"), "jobs.execute.needs", "nobody, which does not exist"],
    [
      "a need that comes round",
      vary("    name: Static", "    needs: execute\n    name: Static"),
      "jobs.static.needs",
      "static -> execute -> static",
    ],
    [
      "run and uses",
      vary("        run: echo hi", "        run: echo hi\n        uses: ./action"),
      "jobs.static.steps[1]",
      "either run or uses",
    ],
    ["neither run nor uses", vary("        run: echo hi\n", ""), "jobs.static.steps[1]", "either run or uses"],
    [
      "with beside run",
      vary("        run: echo hi", "        run: echo hi\n        with: { a: b }"),
      "jobs.static.steps[1].with",
      "uses only",
    ],
    [
      "a shell beside uses",
      vary("        with: { plan: plan.json }", "        shell: bash"),
      "jobs.execute.steps[0].shell",
      "run only",
    ],
    [
      "a working directory beside uses",
      vary("        with: { plan: plan.json }", "        working-directory: x"),
      "jobs.execute.steps[0].working-directory",
      "run only",
    ],
    [
      "two steps of one id, but for case",
      vary("      - uses: actions/checkout", "      - id: JUDGE\n        uses: actions/checkout"),
      "jobs.static.steps[1].id",
      "judge is the id of an earlier step",
    ],
    [
      "an id that is no identifier",
      vary("id: judge", "id: 1st"),
      "jobs.static.steps[1].id",
      "must start with a letter",
    ],
    [
      "a choice without options",
      vary("options: [STRICT, CREATIVE], ", ""),
      "on.workflow_dispatch.inputs.mode",
      "choice without options",
    ],
    [
      "options without a choice",
      vary("type: choice", "type: string"),
      "on.workflow_dispatch.inputs.mode.options",
      "needs type: choice",
    ],
    ["an unknown input type", vary("type: number", "type: environment"), "on.workflow_dispatch.inputs.count.type", ""],
    ["an unknown cache mode", vary("cache-mode: none\ndefaults", "cache-mode: all\ndefaults"), "cache-mode", ""],
    ["an unknown access", vary("contents: read", "contents: admin"), "jobs.static.permissions.contents", ""],
    [
      "a time-out of nothing",
      vary("timeout-minutes: 10", "timeout-minutes: 0"),
      "jobs.static.timeout-minutes",
      "positive number",
    ],
    [
      "a time-out that is a word",
      vary("timeout-minutes: 10", "timeout-minutes: soon"),
      "jobs.static.timeout-minutes",
      "one ${{ expression }}",
    ],
    [
      "text beside the expression of an if",
      vary("success() && inputs.deep", "${{ inputs.deep }} == true"),
      "jobs.static.steps[1].if",
      "always true",
    ],
    [
      "an expression that never closes",
      vary("run: echo hi", "run: echo ${{ github.sha"),
      "jobs.static.steps[1].run",
      "never closes",
    ],
    [
      "an expression in the defaults",
      vary("working-directory: sub", 'working-directory: "${{ github.sha }}"'),
      "defaults.run.working-directory",
      "an expression here",
    ],
    ["a list as an environment value", vary("A: 1", "A: [1]"), "env.A", "string, a number or a boolean"],
    ["an empty file", "", "", "the file is empty"],
  ])("%s", (_, text, field, message) => {
    expect(problemsOf(text)).toContainEqual({
      line: expect.any(Number),
      field,
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ["broken YAML", "a: [\n"],
    ["an alias", vary("env: { A: 1", "env: &e { A: 1").replace("name: gates", "name: gates\nx: *e")],
    ["the same key twice", `${FULL}name: again\n`],
  ])("%s", (_, text) => {
    expect(parseWorkflow({ path: PATH, text })).toMatchObject({ ok: false, refusal: { code: "yaml-invalid" } });
  });
});

describe("the place of an expression decides which contexts it sees", () => {
  const FIELDS: [string, string, string[]][] = [
    ["run-name", vary("gates ${{ inputs.nonce }}", "${{ CONTEXT }}"), ["github", "inputs"]],
    ["the concurrency group", vary("gates-${{ inputs.nonce }}", "${{ CONTEXT }}"), ["github", "inputs"]],
    [
      "cancel-in-progress",
      vary("cancel-in-progress: true", 'cancel-in-progress: "${{ CONTEXT }}"'),
      ["github", "inputs"],
    ],
    ["the workflow's env", vary("A: 1", 'A: "${{ CONTEXT }}"'), ["github", "inputs"]],
    ["a job's name", vary("Static ${{ inputs.mode }}", "${{ CONTEXT }}"), ["github", "inputs", "needs"]],
    ["a job's if", vary("always() && needs.static.result == 'success'", "CONTEXT"), ["github", "inputs", "needs"]],
    ["a job's env", vary("${{ github.sha }}", "${{ CONTEXT }}"), ["github", "inputs", "needs"]],
    [
      "a job's time-out",
      vary("timeout-minutes: 10", 'timeout-minutes: "${{ CONTEXT }}"'),
      ["github", "inputs", "needs"],
    ],
    [
      "a job's output",
      vary("${{ steps.judge.outputs.verdict }}", "${{ CONTEXT }}"),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
    [
      "a step's name",
      vary("name: Judge", 'name: "${{ CONTEXT }}"'),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
    [
      "a step's if",
      vary("success() && inputs.deep", "CONTEXT"),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
    [
      "a script",
      vary("run: echo hi", 'run: "${{ CONTEXT }}"'),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
    [
      "a step's env",
      vary("${{ env.X }}", "${{ CONTEXT }}"),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
    [
      "a working directory",
      vary("working-directory: here", 'working-directory: "${{ CONTEXT }}"'),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
    [
      "continue-on-error",
      vary("continue-on-error: true", 'continue-on-error: "${{ CONTEXT }}"'),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
    [
      "a step's time-out",
      vary("${{ inputs.count }}", "${{ CONTEXT }}"),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
    [
      "an action's input",
      vary("plan: plan.json", 'plan: "${{ CONTEXT }}"'),
      ["github", "inputs", "needs", "env", "job", "steps", "runner"],
    ],
  ];
  const CONTEXTS = [
    "github",
    "inputs",
    "needs",
    "env",
    "job",
    "steps",
    "runner",
    "secrets",
    "vars",
    "matrix",
    "strategy",
  ];

  it.each(FIELDS)("%s", (_, text, expected) => {
    const seen = CONTEXTS.filter((context) => problemsOf(text.replace("CONTEXT", context)).length === 0);
    expect(seen.sort()).toEqual([...expected].sort());
  });

  it("has status functions in conditions only", () => {
    expect(problemsOf(vary("run: echo hi", 'run: "${{ always() }}"'))).toHaveLength(1);
    expect(problemsOf(vary("success() && inputs.deep", "always()"))).toEqual([]);
  });
});

describe("a refusal about a field of a file read before", () => {
  it("names the same line in the same words", () => {
    const refusal = refuseField({ path: PATH, text: FULL }, ["jobs", "execute", "steps", 0, "uses"], "no");
    expect(refusal.message).toBe(`${PATH}:${lineWith(FULL, "./action")}: jobs.execute.steps[0].uses: no`);
  });
});
