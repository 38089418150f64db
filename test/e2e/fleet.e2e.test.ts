import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import { fleetInTrouble, victims } from "../support/fleet-in-trouble.js";
import { describeOnPostgres } from "../support/postgres.js";

const SEED = Number(process.env.FLEET_SEED ?? 1);
/** The full number is `npm run soak -- replicas`. */
const REPOSITORIES = Number(process.env.FLEET ?? 6);
const REPLICAS = 2;

it.each([1, 2, 3, 4, 5])("the fleet strikes everybody before it strikes anybody again (seed %i)", (seed) => {
  const places = victims({ seed, replicas: 4, kills: 6 });
  expect(places.slice(0, 4).sort()).toEqual([0, 1, 2, 3]);
  expect(new Set(places.slice(4)).size).toBe(2);
});

describeOnPostgres("a fleet of replicas", (postgres) => {
  const made: { app?: BuiltApp } = {};
  beforeAll(async () => {
    made.app = await buildApp();
  });
  afterAll(() => made.app?.remove());

  it(`brings every product to its release and does nothing twice, each killed at work and the database restarted (seed ${SEED})`, async () => {
    const { app } = made;
    if (app === undefined) throw new Error("the App was not built");
    const outcome = await fleetInTrouble(
      app,
      postgres(),
      {
        repositories: REPOSITORIES,
        installations: 2,
        replicas: REPLICAS,
        kills: REPLICAS,
        restarts: 1,
        seed: SEED,
        sweepMinutes: 0.5,
      },
      (line) => process.stdout.write(`${line}\n`),
    );
    expect(outcome).toMatchObject({ released: REPOSITORIES, restarts: 1, twice: [] });
    expect(outcome.deaths.map(({ place }) => place).sort(), "every replica was struck").toEqual([0, 1]);
    for (const { held } of outcome.deaths) expect(held, "in the middle of its work").not.toEqual([]);
  });
});
