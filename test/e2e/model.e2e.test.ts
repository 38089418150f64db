import fc from "fast-check";
import { expect, it } from "vitest";
import { findRepository } from "../../src/sandbox/forge/lookup.js";
import { type ACTS, type Acted, actSequences, type PeopleModel } from "../support/people-model.js";
import { makeTrouble, trouble } from "../support/random-trouble.js";
import {
  askQuickly,
  consent,
  type ScriptedProduct,
  startProductWorld,
  untilState,
} from "../support/scripted-product.js";
import { startAppHere } from "../support/start-app-here.js";
import { brokenInvariants } from "../support/state-invariants.js";
import { quickTask, taskAnswers, toy } from "../support/toy-modules.js";

/** Each is a product from its issue to its release. */
const COURSES = 2;
const TASK = quickTask([toy("alpha", 1)]);
/** As often as a short test can afford: what a lost delivery costs. */
const SWEEP_MINUTES = "0.02";

/** A product whose model says nothing until people are done with it, so that only they move it. */
async function startActed() {
  const done = new AbortController();
  const product = await startProductWorld({
    answers: taskAnswers(TASK),
    meanwhile: () =>
      new Promise<void>((resolve) => {
        if (done.signal.aborted) resolve();
        else done.signal.addEventListener("abort", () => resolve(), { once: true });
      }),
  });
  let lost = false;
  product.forge.intercept({ beforeDelivery: () => (lost ? [] : [{}]) });
  const app = await startAppHere({ ...(await product.variables()), SWEEP_MINUTES });
  product.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  await consent(product);
  const { issue } = await askQuickly(product, TASK);
  await untilState(product, "work", ({ project }) => project?.status === "ACTIVE");
  const acted: Acted = {
    product,
    issue,
    lose: (deliveries) => {
      lost = deliveries;
    },
  };
  return {
    acted,
    goOn: () => done.abort(),
    async stop() {
      done.abort();
      await app.stop();
      await product.stop();
    },
  };
}

async function brokenIn({ forge, gitHub }: ScriptedProduct): Promise<readonly string[]> {
  const repository = findRepository(forge.hub.state, forge.repo.owner, forge.repo.repo);
  if (repository === undefined) throw new Error("the forge has lost its repository");
  const { data } = await gitHub.rest.git.getRef({ ...forge.repo, ref: "heads/factory/state" });
  return (await brokenInvariants(forge.hub.git(repository).directory, data.object.sha)).broken;
}

it("a product is where a simple model says, after everything that people do, while GitHub fails it", async () => {
  const play = async (acts: (typeof ACTS)[number][], { plan }: { plan: Parameters<typeof makeTrouble>[1]["plan"] }) => {
    const { acted, goOn, stop } = await startActed();
    const { end } = makeTrouble(acted.product.forge, { plan, deaths: [] });
    try {
      await fc.asyncModelRun(
        () => ({ model: { paused: false, asked: [], strangers: 0 } satisfies PeopleModel, real: acted }),
        acts,
      );
      end();
      acted.lose(false);
      await acted.product.person.comment(acted.issue, "/factory resume");
      goOn();
      await untilState(acted.product, "the release", ({ project }) => project?.status === "RELEASED");
      expect(await brokenIn(acted.product)).toEqual([]);
    } finally {
      end();
      await stop();
    }
  };
  // What is found is told by fast-check, with its seed; to make it smaller would take a product for every try.
  const property = fc.asyncProperty(actSequences, trouble, (acts, drawn) => play([...acts], drawn));
  await fc.assert(property, { numRuns: COURSES, endOnFailure: true });
});
