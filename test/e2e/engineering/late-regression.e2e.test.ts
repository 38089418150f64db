import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GateRequest } from "../../../src/domain/gates/gate-request.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { SANDBOX_ACTION } from "../../../src/sandbox/app-variables.js";
import type { PerformRun } from "../../../src/sandbox/forge/hub.js";
import { performOnRunner } from "../../../src/sandbox/perform-on-runner.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  approveProduct,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import {
  implemented,
  smoothAnswers,
  sourceOf,
  sourceText,
  type Toy,
  toy,
  toyTask,
  write,
} from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const ACTION = fileURLToPath(new URL("../../../action", import.meta.url));
const LICENCE = "SPDX-License-Identifier: MIT";
const RULE = "test/rules.test.js > every source file names its licence";

/** Three tasks; the second breaks a rule that only the whole suite knows. */
const TASKS = [toyTask(1, [toy("alpha", 1)]), toyTask(2, [toy("beta", 2)]), toyTask(3, [toy("gamma", 3)])];
const [, GUILTY] = TASKS;
if (GUILTY === undefined) throw new TypeError("there are three tasks");

const FILES = {
  "package.json": JSON.stringify({ name: "product", private: true, type: "module", scripts: { test: "node --test" } }),
  "src/old.js": `// ${LICENCE}\nexport const old = 1;\n`,
  "test/rules.test.js": `import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
test("every source file names its licence", () => {
  for (const file of readdirSync("src")) assert.ok(readFileSync("src/" + file, "utf8").includes("${LICENCE}"), file);
});
`,
};

const licensed = (module: Toy) => [
  { calls: [write(sourceOf(module), `// ${LICENCE}\n${sourceText(module)}`)] },
  ...implemented(module).slice(1),
];
const ANSWERS = {
  ...smoothAnswers(TASKS),
  ...Object.fromEntries(
    TASKS.filter((task) => task !== GUILTY).flatMap(({ id, toys }) =>
      toys.map((module) => [`proposer/${id}/${module.id}.implement.1`, licensed(module)]),
    ),
  ),
};

const SETTINGS = "validation_cadence: every-N\nvalidation_interval: 10";

/** Modules are judged by a stand-in: what this is about is the whole suite, which is really run. */
function suitesOnRunner(asked: GateRequest[]): PerformRun {
  const real = performOnRunner({ actions: new Map([[SANDBOX_ACTION, ACTION]]) });
  const quick = quickGates();
  return (hub, repository, run) => {
    const request = GateRequest.parse(JSON.parse(String(run.inputs.request)));
    asked.push(request);
    return (request.run_type === "BASELINE" ? real : quick)(hub, repository, run);
  };
}

const world: { product?: ScriptedProduct; state?: FactoryState; said?: string; asked: GateRequest[] } = { asked: [] };

beforeAll(async () => {
  const product = await startScriptedProduct({
    answers: ANSWERS,
    files: FILES,
    performRun: suitesOnRunner(world.asked),
  });
  world.product = product;
  const { issue } = await approveProduct(product, SETTINGS);
  world.said = await until("the release being refused", async () =>
    (await product.person.comments(issue))
      .flatMap((body) => body.split("\n"))
      .find((line) => line.includes("It came with")),
  );
  world.state = await untilState(product, "the state", ({ release }) => release?.phase !== "locating");
});

afterAll(() => world.product?.stop());

describe("a regression that no task's gates looked for", () => {
  it("is found before the release, by name, and brought home to the task whose merge it came with", () => {
    const merge = world.state?.project?.tasks[GUILTY.id]?.merge_sha?.slice(0, 7);
    expect(world.said?.replaceAll("\\", "")).toContain(RULE.replace(">", "&gt;"));
    expect(world.said).toContain(GUILTY.id);
    expect(world.said).toContain(merge ?? "no merge");
    for (const { id } of TASKS.filter((task) => task !== GUILTY)) expect(world.said).not.toContain(id);
  });

  it("takes two runs among three merges, each of the whole suite at that merge", () => {
    const merges = TASKS.map(({ id }) => world.state?.project?.tasks[id]?.merge_sha);
    const suites = world.asked.filter(({ run_type }) => run_type === "BASELINE").map(({ head_sha }) => head_sha);
    // The baseline, the last merge before the release, then the search: the first is good, the second is not.
    expect(suites.slice(1)).toEqual([merges[2], merges[0], merges[1]]);
  });

  it("was not looked for because the cadence said so, and each task's check run says that", async () => {
    const product = world.product;
    if (product === undefined) throw new Error("the story was not told");
    const { gitHub, forge } = product;
    for (const { id } of TASKS) {
      const number = world.state?.project?.tasks[id]?.pull_request ?? 0;
      const { data: pull } = await gitHub.rest.pulls.get({ ...forge.repo, pull_number: number });
      const on = { ...forge.repo, ref: pull.head.sha, check_name: "factory / 3 integrity" } as const;
      const { data } = await gitHub.rest.checks.listForRef(on);
      expect(data.check_runs.map(({ conclusion }) => conclusion)).toEqual(["success"]);
      expect(data.check_runs[0]?.output.summary).toContain("the whole suite runs before the release");
    }
    expect(world.state?.project?.status).toBe("ACTIVE");
  });
});
