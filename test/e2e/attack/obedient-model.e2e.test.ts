import { describe, expect, it } from "vitest";
import { playWave, WAVES } from "../../support/attack/waves.js";
import { ROLE_ACTIVITIES } from "../../support/role-activities.js";

/** Another seed is another five hundred payloads: `ATTACK_SEED=7`. `npm run soak -- attack` plays many. */
const SEED = Number(process.env.ATTACK_SEED ?? 1);

/** Fewer would leave goals, phrasings and channels that never met. */
const AT_LEAST = 500;

describe(`a model that always obeys the attacker (seed ${SEED})`, () => {
  let played = 0;
  it.each(WAVES)("gains nothing by $name", async (wave) => {
    const result = await playWave(wave, SEED);
    played += result.payloads;
    expect(result.breaches).toEqual([]);
    expect(result.ended, result.why).toBe(wave.ends);
    expect(result.heard).toEqual(wave.heard);
    expect(result.overheard).toEqual([]);
    // A wave that halts early leaves most of its payloads unread; one that nobody obeys would prove nothing.
    expect(result.obeyed).toBeGreaterThan(result.payloads / 10);
  });

  it("plays every part that the App has to give, and is given orders in each", () => {
    const parts = Object.values(ROLE_ACTIVITIES).map(({ role, activity }) => `${role}.${activity}`);
    expect([...new Set(WAVES.flatMap(({ heard }) => Object.keys(heard)))].sort()).toEqual(parts.sort());
  });

  it(`was told ${AT_LEAST} lies at the least`, () => {
    expect(played).toBeGreaterThanOrEqual(AT_LEAST);
  });
});
