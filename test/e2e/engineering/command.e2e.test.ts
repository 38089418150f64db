import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ShipEvidence } from "../../../src/features/shipping/ship-evidence.js";
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
import {
  passing,
  planOf,
  proposal,
  quickTask,
  sourceOf,
  specification,
  taskAnswers,
  testFileOf,
  testText,
  toy,
  write,
} from "../../support/toy-modules.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const SOURCE = `process.stdin.on("data", (text) => process.stdout.write(\`alpha(\${text})\`));
`;

/** Nobody imports it, so it exports nothing. */
const PLAN = { ...planOf(TASK), modules: planOf(TASK).modules.map((module) => ({ ...module, creates: [] })) };
const REVIEW = JSON.parse(JSON.stringify(passing(ALPHA)).replace("one export `alpha`", "of CL-HAPPY-001"));

const world: { product?: ScriptedProduct; evidence?: ShipEvidence } = {};

/** The contract of a command: its text comes by standard input and leaves by standard output. */
function commandOf(module: typeof ALPHA) {
  const { contract, examples } = specification(module);
  const inputs = contract.inputs.map((input) => ({ ...input, channel: "stdin" }));
  const outputs = contract.outputs.map((output) => ({ ...output, channel: "stdout" }));
  const surface = [{ kind: "stream", target: "stdout" }];
  return { contract: { ...contract, inputs, outputs, assertion_surface: surface }, examples };
}

describe("a command that reads standard input and exports nothing", () => {
  beforeAll(async () => {
    const answers = {
      ...taskAnswers(TASK),
      [`planner/${TASK.id}/plan.1`]: [{ answer: PLAN }],
      [`challenger/${TASK.id}/${ALPHA.id}.challenge.1`]: [{ answer: REVIEW }],
      [`proposer/${TASK.id}/${ALPHA.id}.specify.1`]: [
        { calls: [write(testFileOf(ALPHA), testText(ALPHA))] },
        { answer: commandOf(ALPHA) },
      ],
      [`proposer/${TASK.id}/${ALPHA.id}.implement.1`]: [
        { calls: [write(sourceOf(ALPHA), SOURCE)] },
        { answer: proposal(ALPHA) },
      ],
    };
    const product = await startScriptedProduct({ answers, performRun: quickGates() });
    world.product = product;
    await consent(product);
    await askQuickly(product, TASK);
    const state = await untilState(product, "the task's end", (now) => now.project !== null && hasEnded(now));
    expect(state.project?.tasks[TASK.id]?.status).toBe("SHIPPED");
    const path = `.factory/modules/${ALPHA.id}/1.0.0/ship.yml`;
    const read = readYaml(path, await fileOf(product, path, "main"), ShipEvidence);
    if (!read.ok) throw new Error(read.refusal.message);
    world.evidence = read.value;
  });
  afterAll(() => world.product?.stop());

  it("ships, and its evidence says that tests show what no signature does", () => {
    expect(world.evidence?.surface?.not_judged).toEqual(
      expect.arrayContaining([
        "inputs: text comes by stdin, which tests show",
        "outputs: wrapped leaves by stdout, which tests show",
      ]),
    );
  });
});
