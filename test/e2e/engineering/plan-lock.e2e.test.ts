import { expect, it } from "vitest";
import { planPath } from "../../../src/domain/gates/state-paths.js";
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
import { quickTask, taskAnswers, toy } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const ALPHA = toy("alpha", 1);
const TASK = quickTask([ALPHA]);
const PLAN = planPath(TASK.id);

async function put({ gitHub, forge }: ScriptedProduct, text: string): Promise<void> {
  const at = { ...forge.repo, path: PLAN };
  const { data } = await gitHub.rest.repos.getContent({ ...at, ref: "factory/state" });
  if (!("sha" in data)) throw new TypeError(`${PLAN} is not a file`);
  const content = Buffer.from(text).toString("base64");
  const written = { ...at, branch: "factory/state", message: "Edit the plan", content, sha: data.sha };
  await gitHub.rest.repos.createOrUpdateFileContents(written);
}

it("the lock of a plan refuses a plan that was edited after its lock, names the place, and continues after its restoration", async () => {
  let before: string | undefined;
  const product = await startScriptedProduct({
    answers: taskAnswers(TASK),
    performRun: quickGates(() => []),
    meanwhile: async (question) => {
      if (before !== undefined || !question.includes("implement")) return;
      before = await fileOf(product, PLAN, "factory/state");
      await put(product, before.replace("Puts the name alpha around a text.", "Does what nobody has validated."));
    },
  });
  try {
    await consent(product);
    const { issue } = await askQuickly(product, TASK);
    const said = await until("what is wrong, in words", async () =>
      (await product.person.comments(issue)).find((body) => body.includes("Work has stopped")),
    );
    expect(said).toContain(`${PLAN}: the micro plan`);
    expect(said).toContain("is locked, and this is another one");
    await product.forge.idle();
    await put(product, before ?? "");
    const state = await untilState(product, "the end", hasEnded);
    expect(state.project?.tasks[TASK.id]?.status).toBe("SHIPPED");
  } finally {
    await product.stop();
  }
});
