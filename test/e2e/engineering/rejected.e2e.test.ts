import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { quickGates } from "../../support/quick-gates.js";
import {
  askQuickly,
  consent,
  hasEnded,
  type ScriptedProduct,
  startScriptedProduct,
  untilState,
} from "../../support/scripted-product.js";
import { type Answers, passing, quickTask, REJECTION, revised, taskAnswers, toy } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const of = (role: string, activity: string, attempt = 1) => `${role}/${TASK.id}/${ALPHA.id}.${activity}.${attempt}`;
const rejected = [{ answer: REJECTION }];
const passed = [{ answer: passing(ALPHA) }];

const world: { product?: ScriptedProduct } = {};

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the product was not started");
  return world.product;
}

/** What the model was asked under this name, as one text. */
function asked(question: string): string {
  return JSON.stringify(product().seen.filter((request) => request.question === question));
}

describe("work that the Arbiter rejects", () => {
  beforeAll(async () => {
    const answers: Answers = {
      ...taskAnswers(TASK),
      [of("arbiter", "adjudicate")]: rejected,
      [of("proposer", "revise")]: revised(ALPHA, "first"),
      [of("challenger", "challenge", 2)]: passed,
      [of("arbiter", "adjudicate", 2)]: rejected,
      [of("proposer", "revise", 2)]: revised(ALPHA, "second"),
      [of("challenger", "challenge", 3)]: passed,
      [of("arbiter", "adjudicate", 3)]: rejected,
    };
    world.product = await startScriptedProduct({ answers, performRun: quickGates() });
    await consent(product());
    await askQuickly(product(), TASK);
    await untilState(product(), "the task's end", (now) => now.project !== null && hasEnded(now));
  });
  afterAll(() => world.product?.stop());

  it("is revised with the rationale while a revision is left, and halts then", async () => {
    const state = await untilState(product(), "the halt", (now) => now.work[TASK.id]?.stage.stage === "halted");
    expect(state.work[TASK.id]?.stage).toMatchObject({ cause: { kind: "debate-rejected" } });
    for (const revision of [1, 2]) expect(asked(of("proposer", "revise", revision))).toContain(REJECTION.rationale);
    expect(asked(of("proposer", "revise", 3))).toBe("[]");
  });

  it("keeps the rationale for planner and proposer when a person does it again", async () => {
    const { project } = await untilState(product(), "the card", (now) => now.project !== null);
    const number = project?.tasks[TASK.id]?.pull_request;
    if (number === null || number === undefined) throw new Error("the task has no pull request");
    await afterTheSecond();
    product().say({ [`planner/${TASK.id}/plan.2`]: taskAnswers(TASK)[`planner/${TASK.id}/plan.1`] ?? [] });
    await product().person.comment(number, "/factory retry");
    await until("the second plan", () =>
      Promise.resolve(asked(`planner/${TASK.id}/plan.2`) === "[]" ? undefined : true),
    );
    expect(asked(`planner/${TASK.id}/plan.2`)).toContain(REJECTION.rationale);
  });
});
