import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExecutionLog } from "../../../src/features/shipping/execution-log.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  fileOf,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { quickTask, taskAnswers, testOf, toy } from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);

const world: { product?: ScriptedProduct; log?: ExecutionLog } = {};

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the product was not started");
  return world.product;
}

describe("a table test whose title is a literal", () => {
  beforeAll(async () => {
    // The runner reports one result for each row, all with one name.
    const performRun = quickGates(undefined, (report) => ({
      ...report,
      tests: report.tests.flatMap((test) => [
        { ...test, duration_ms: 1 },
        { ...test, duration_ms: 2 },
      ]),
    }));
    world.product = await startScriptedProduct({ answers: taskAnswers(TASK), performRun });
    await consent(product());
    await askQuickly(product(), TASK);
    const state = await untilState(product(), "the task's end", (now) => now.project !== null && hasEnded(now));
    expect(state.project?.tasks[TASK.id]?.status).toBe("SHIPPED");
    const path = `.factory/modules/${ALPHA.id}/1.0.0/execution-log.yml`;
    const read = readYaml(path, await fileOf(product(), path, "main"), ExecutionLog);
    if (!read.ok) throw new Error(read.refusal.message);
    world.log = read.value;
  });
  afterAll(() => world.product?.stop());

  it("ships with one line for its name in the execution log", () => {
    const names = world.log?.tests.map(({ name }) => name) ?? [];
    expect(names.filter((name) => name.includes(testOf(ALPHA)))).toHaveLength(1);
    expect(world.log?.summary).toEqual({ total: names.length, passed: names.length, failed: 0 });
  });
});
