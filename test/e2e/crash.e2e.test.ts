import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import { type Strike, strikesFrom } from "../support/crashing-app.js";
import { runCrashingStory } from "../support/crashing-story.js";
import { expectNothingTwice } from "../support/nothing-twice.js";

/** Another seed is another sample: `CRASH_SEED=7`. A death at each request by itself is `npm run soak -- crashes`. */
const SEED = Number(process.env.CRASH_SEED ?? 1);

const made: { app?: BuiltApp; reference?: Awaited<ReturnType<typeof runCrashingStory>> } = {};

async function told(strike: Strike): Promise<Awaited<ReturnType<typeof runCrashingStory>>> {
  if (made.app === undefined) throw new Error("the App was not built");
  return runCrashingStory(made.app, strike);
}

/** About every sixth request. */
const DISTANCE = { least: 4, spread: 5 };

describe("an App that is killed without warning", () => {
  beforeAll(async () => {
    made.app = await buildApp();
    made.reference = await told(() => null);
  });
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
    expect(await expectSameEnd(strikesFrom(SEED, DISTANCE))).toBeGreaterThan(3);
  });
});
