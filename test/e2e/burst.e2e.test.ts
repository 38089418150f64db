import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import { describeOnPostgres } from "../support/postgres.js";
import { BURST, storm } from "../support/storm.js";

const made: { app?: BuiltApp } = {};
beforeAll(async () => {
  made.app = await buildApp();
});
afterAll(() => made.app?.remove());

/** How fast they are acknowledged is held against its limit by `npm run soak -- burst`, on a machine that does nothing else. */
async function expectHeard(databaseUrl: string | undefined): Promise<void> {
  if (made.app === undefined) throw new Error("the App was not built");
  const told = await storm(made.app, databaseUrl);
  process.stdout.write(`${told.line}\n`);
  expect(told).toMatchObject({ acknowledged: BURST.count, releases: 1 });
}

describe("a burst of deliveries to one process", () => {
  it("is acknowledged whole, and the product it is about is released", () => expectHeard(undefined));
});

describeOnPostgres("a burst of deliveries to a replica", (postgres) => {
  it("is kept and acknowledged whole, and the product it is about is released", async () =>
    expectHeard(await postgres().createDatabase()));
});
