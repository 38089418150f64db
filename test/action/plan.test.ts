import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { oneJob, useBench } from "../support/run-workflow.js";
import { CONFINING, searchPathWithout } from "../support/search-path.js";

const ACTION = "factory/software-factory/action@main";

const TESTS = `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "../src/add.js";
test("adds two numbers", () => {
  assert.equal(add(1, 2), 3);
});
test("refuses text", () => {
  assert.throws(() => add("1", 2), TypeError);
});
`;
const PLAN = {
  outputId: "task-001",
  taskPrompt: "Add two numbers, and refuse text",
  testFilePath: "test/add.test.js",
  manifest: {
    files: [
      { path: "src/add.js", action: "CREATE" },
      { path: "test/add.test.js", action: "CREATE" },
    ],
    testFile: "test/add.test.js",
  },
};

const bench = useBench();

it("the action works alone, in any repository, and fails the step when a gate fails", async () => {
  const { repository, host, run } = bench();
  host.served.set(ACTION, resolve("action"));
  const base = repository.commit({ "package.json": '{ "type": "module" }\n', "plan.json": JSON.stringify(PLAN) });
  const red = repository.commit({ "test/add.test.js": TESTS });
  const green = repository.commit({ "src/add.js": "export const add = (a, b) => a - b;\n" });
  const steps = (runType: string, from: string, to: string) => `- uses: actions/checkout@v7
  with: { ref: ${to}, fetch-depth: 0, persist-credentials: false }
- id: gates
  uses: ${ACTION}
  with: { plan: plan.json, base: ${from}, head: ${to}, run-type: ${runType}, confinement: preferred }
- if: always()
  run: echo "\${{ steps.gates.outputs.passed }} \${{ steps.gates.outputs.summary }}"`;

  const first = await run(oneJob(steps("CONTRACT", base, red)));
  expect(host.log("job")).toContain("\ntrue All 14 validators passed, 11 skipped\n");
  expect(first.conclusion).toBe("success");

  const second = await run(oneJob(steps("EXECUTION", red, green)));
  expect(host.log("job")).toContain("\nfalse Failed at Gate 2: TASK_TEST_PASSES\n");
  expect(second.conclusion).toBe("failure");
  expect(host.summary("job")).toContain("All 14 validators passed");
});

it("the action runs nothing where nothing confines it, unless its input says so", { timeout: 120_000 }, async () => {
  const { repository, host, run } = bench();
  const path = searchPathWithout(CONFINING);
  host.served.set(ACTION, resolve("action"));
  const base = repository.commit({ "package.json": '{ "type": "module" }\n', "plan.json": JSON.stringify(PLAN) });
  const red = repository.commit({ "test/add.test.js": TESTS });
  const steps = (more: string) => `- uses: actions/checkout@v7
  with: { ref: ${red}, fetch-depth: 0, persist-credentials: false }
- uses: ${ACTION}
  with: { plan: plan.json, base: ${base}, head: ${red}${more} }
- if: always()
  run: cat report.json`;
  try {
    const refused = await run(oneJob(steps("")), { machine: { path } });
    expect(refused.conclusion).toBe("failure");
    expect(host.log("job")).toContain('"confinement":"none: bubblewrap is not installed');
    expect(host.log("job")).toMatch(/"code":"TEST_FAILS_BEFORE_IMPLEMENTATION","gate":1,"status":"NOT_RUN"/);
    expect(host.log("job")).toContain("say so by the input `confinement: preferred`");
    const accepted = await run(oneJob(steps(", confinement: preferred")), { machine: { path } });
    expect(accepted.conclusion).toBe("success");
    const unknown = await run(oneJob(steps(", confinement: never")), { machine: { path } });
    expect(unknown.conclusion).toBe("failure");
    expect(host.log("job")).toContain("confinement must be required or preferred, not never");
  } finally {
    rmSync(path, { recursive: true });
  }
});
