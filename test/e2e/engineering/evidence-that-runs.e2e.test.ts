/** Tests that pass and notice nothing, judged by the real action on the real runner. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { progressPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { TaskWork } from "../../../src/features/modules/task-work.js";
import { ShipEvidence } from "../../../src/features/shipping/ship-evidence.js";
import { SANDBOX_ACTION } from "../../../src/sandbox/app-variables.js";
import { performOnRunner } from "../../../src/sandbox/perform-on-runner.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import {
  askQuickly,
  consent,
  fileOf,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  stateFile,
  untilState,
} from "../../support/scripted-product.js";
import {
  type Answers,
  proposal,
  quickTask,
  specification,
  taskAnswers,
  testFileOf,
  testText,
  toy,
  write,
} from "../../support/toy-modules.js";

const ACTION = fileURLToPath(new URL("../../../action", import.meta.url));
const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const about = (activity: string) => `proposer/${TASK.id}/${ALPHA.id}.${activity}.1`;

/** Runs every line, and would also pass if nothing were put around the text. */
const IDLE = testText(ALPHA).replace('assert.equal(alpha("x"), "alpha(x)")', 'assert.notEqual(alpha("x"), "beta(x)")');

const ANSWERS: Answers = {
  ...taskAnswers(TASK),
  [about("specify")]: [{ calls: [write(testFileOf(ALPHA), IDLE)] }, { answer: specification(ALPHA) }],
  [about("revise")]: [
    { calls: [write(testFileOf(ALPHA), testText(ALPHA))] },
    { answer: { contract: null, examples: null, ...proposal(ALPHA) } },
  ],
};

const world: { product?: ScriptedProduct; work?: TaskWork } = {};

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the product was not started");
  return world.product;
}

describe("a module whose tests run everything and assert little", () => {
  beforeAll(async () => {
    world.product = await startScriptedProduct({
      answers: ANSWERS,
      performRun: performOnRunner({ actions: new Map([[SANDBOX_ACTION, ACTION]]) }),
    });
    await consent(product());
    await askQuickly(product(), TASK);
    const state = await untilState(product(), "the task's end", (now) => now.project !== null && hasEnded(now));
    expect(state.project?.tasks[TASK.id]?.status).toBe("SHIPPED");
    world.work = await stateFile(product(), progressPath(TASK.id), TaskWork);
  });
  afterAll(() => world.product?.stop());

  it("is refused by its clauses, which the Proposer is told with what to do, and revised without spending a revision", () => {
    const told = product().seen.filter(({ question }) => question === about("revise"));
    const text = JSON.stringify(told);
    expect(text).toContain("is noticed by the test of CL-HAPPY-001,");
    expect(text).toContain("is noticed by the test of CL-OUTPUT-001,");
    expect(text).not.toContain("is noticed by the test of CL-ERROR-001,");
    expect(text).toContain("Let the tests of CL-HAPPY-001 assert exactly what the clause promises");
    expect(world.work?.modules[0]?.progress).toMatchObject({ gate_attempts: 1, revisions: 0 });
  });

  it("ships with stronger tests, and its evidence has the score and what still goes unnoticed", async () => {
    expect(await fileOf(product(), testFileOf(ALPHA), "main")).toBe(testText(ALPHA));
    const ship = readYaml(
      "ship.yml",
      await fileOf(product(), `.factory/modules/${ALPHA.id}/1.0.0/ship.yml`, "main"),
      ShipEvidence,
    );
    expect(ship).toMatchObject({ ok: true, value: { mutation: { tried: expect.any(Number) } } });
    // The text of the error, which no clause promises.
    expect(JSON.stringify(ship)).toContain("src/alpha.js:3: no test notices when a text becomes empty");
  });

  it("is challenged with each mistake that goes unnoticed as a fact, by its place", () => {
    const asked = product().seen.filter(({ question }) => question.startsWith("challenger/"));
    expect(JSON.stringify(asked)).toContain("src/alpha.js:3: no test notices when a text becomes empty");
  });
});
