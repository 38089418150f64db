import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draw } from "../../src/sandbox/faults/draw.js";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import { type Moment, type Strike, startCrashingApp } from "../support/crashing-app.js";
import { startFactoryWorld } from "../support/factory-world.js";
import { expectNothingTwice } from "../support/nothing-twice.js";
import { outcomeOf, tellStory } from "../support/product-story.js";

/** `CRASH=all` kills at each request by itself, before and after; otherwise one telling is interrupted again and again. */
const ALL = process.env.CRASH === "all";
/** Another seed is another sample: `CRASH_SEED=7`. */
const SEED = Number(process.env.CRASH_SEED ?? 1);

const made: { app?: BuiltApp; reference?: Awaited<ReturnType<typeof told>> } = {};

async function told(strike: Strike) {
  if (made.app === undefined) throw new Error("the App was not built");
  const world = await startFactoryWorld();
  const app = await startCrashingApp(made.app, world, strike);
  try {
    await tellStory(world, app.up);
    return { outcome: await outcomeOf(world), ...app.counts() };
  } finally {
    await app.stop();
    await world.stop();
  }
}

/** About every sixth request, never at a fixed distance: a step that takes three of them would otherwise never end. */
function sample(seed: number): Strike {
  const strikes = new Map<number, Moment>();
  for (let request = 0, life = 0; request < 200; life += 1) {
    request += 4 + Math.floor(draw(seed, "gap", life) * 5);
    strikes.set(request, draw(seed, "moment", life) < 0.5 ? "before" : "after");
  }
  return (request) => strikes.get(request) ?? null;
}

describe("an App that is killed without warning", () => {
  beforeAll(async () => {
    made.app = await buildApp();
    made.reference = await told(() => null);
  }, 120_000);
  afterAll(() => made.app?.remove());

  async function expectSameEnd(strike: Strike): Promise<number> {
    const { outcome, deaths } = await told(strike);
    expectNothingTwice(outcome);
    expect(outcome).toEqual(made.reference?.outcome);
    return deaths;
  }

  it("makes more than a dozen changes, so that there is something to interrupt", () => {
    expect(made.reference?.requests).toBeGreaterThan(12);
    expect(made.reference?.deaths).toBe(0);
  });

  it(`loses no step and does nothing twice, however often it dies (seed ${SEED})`, async () => {
    expect(await expectSameEnd(sample(SEED))).toBeGreaterThan(3);
  }, 150_000);

  it.runIf(ALL)(
    "comes to the same end from every single request",
    async () => {
      const count = made.reference?.requests ?? 0;
      for (let chosen = 1; chosen <= count; chosen += 1) {
        for (const moment of ["before", "after"] satisfies Moment[]) {
          expect(await expectSameEnd((request) => (request === chosen ? moment : null))).toBe(1);
        }
      }
    },
    7_200_000,
  );
});
