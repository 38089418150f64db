import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ContextPack } from "../../src/domain/artifacts/context-pack.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import { contextPackPath } from "../../src/features/modules/artifacts/artifact-paths.js";
import { type AppProcess, type BuiltApp, buildApp, startAppProcess } from "../support/app-process.js";
import {
  askQuickly,
  consent,
  type ScriptedProduct,
  startProductWorld,
  stateFile,
  untilState,
} from "../support/scripted-product.js";
import { quickTask, taskAnswers, toy } from "../support/toy-modules.js";
import { until } from "../support/until.js";

const TASK = quickTask([toy("alpha", 1)]);

/** A model that has heard a question and says nothing until it is told to. */
function holding() {
  const done = new AbortController();
  const held = () => new Promise<void>((resolve) => done.signal.addEventListener("abort", () => resolve()));
  return { meanwhile: async () => (done.signal.aborted ? undefined : held()), endHold: () => done.abort() };
}

describe("a process that is killed while a model thinks", () => {
  const model = holding();
  const made: { built?: BuiltApp; product?: ScriptedProduct; app?: AppProcess; left?: FactoryState | undefined } = {};
  const product = () => made.product as ScriptedProduct;

  async function start(): Promise<void> {
    if (made.built === undefined) throw new Error("the App was not built");
    const app = await startAppProcess(made.built, await product().variables());
    product().forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
    made.app = app;
  }

  beforeAll(async () => {
    made.built = await buildApp();
    made.product = await startProductWorld({ answers: taskAnswers(TASK), meanwhile: model.meanwhile });
    await start();
    await consent(product());
    await askQuickly(product(), TASK);
    await until("a question", async () => product().seen.length > 0);
  });
  afterAll(async () => {
    model.endHold();
    await made.app?.kill();
    await made.product?.stop();
    made.built?.remove();
  });

  it("has said before what its role is given and what the call can cost", async () => {
    await made.app?.kill();
    made.left = await product().person.state();
    const [[run, call] = ["", undefined], ...others] = Object.entries(made.left?.under_way ?? {});
    expect(others).toEqual([]);
    expect(call).toMatchObject({ role: "planner", task: TASK.id, estimate_usd: expect.any(Number) });
    const pack = await stateFile(product(), contextPackPath(call?.pack ?? ""), ContextPack);
    expect(pack.created_for).toMatchObject({ role: "planner", run_id: run });
    expect(made.left?.spent.project.calls).toBe(0);
  });

  it("has its call paid by the next one, which asks again and goes on to the release", async () => {
    model.endHold();
    await start();
    const released = await untilState(product(), "the release", ({ project }) => project?.status === "RELEASED");
    const [lost] = Object.values(made.left?.under_way ?? {});
    const { calls, known_usd } = released.spent.project;
    // The model heard the first question twice, and one of the two was lost.
    expect(calls).toBe(product().seen.length);
    expect(known_usd).toBeGreaterThan(lost?.estimate_usd ?? Number.POSITIVE_INFINITY);
    expect(released).not.toHaveProperty("under_way");
  });
});
