import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quickGates } from "../../support/quick-gates.js";
import { askQuickly, consent, type ScriptedProduct, startScriptedProduct } from "../../support/scripted-product.js";
import { quickTask, taskAnswers, toy } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const TASK = quickTask([toy("alpha", 1)]);

const world: { product?: ScriptedProduct } = {};

function product(): ScriptedProduct {
  if (world.product === undefined) throw new Error("the product was not started");
  return world.product;
}

describe("an issue that leaves open what it means", () => {
  beforeAll(async () => {
    world.product = await startScriptedProduct({ answers: taskAnswers(TASK), performRun: quickGates() });
    await consent(product());
  });
  afterAll(() => world.product?.stop());

  it("is answered at its label with the words found, before any role is asked", async () => {
    const { issue } = await askQuickly(product(), { ...TASK, name: "Make the wrapper better" });
    const answer = await until("the answer", async () =>
      (await product().person.comments(issue)).find((body) => body.includes("This cannot start yet")),
    );
    expect(answer).toContain('it leaves open what it means by "better"');
    expect(product().seen).toEqual([]);
  });

  it("starts by itself once the word is mended", async () => {
    const { gitHub, forge } = product();
    const { data } = await gitHub.rest.issues.listForRepo(forge.repo);
    const number = data.find(({ title }) => title === "Make the wrapper better")?.number ?? 0;
    await gitHub.rest.issues.update({ ...forge.repo, issue_number: number, title: TASK.name });
    await until("the first question", () => Promise.resolve(product().seen.length > 0 ? true : undefined));
  });
});
