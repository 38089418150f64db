import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { openDatabase } from "../../../src/server/postgres/database.js";
import { BOSS_SCHEMA, BOSS_VERSION, openBoss } from "../../../src/server/queue/open-boss.js";
import { describeOnPostgres } from "../../support/postgres.js";

it("the known version of the tables is that of the installed pg-boss", () => {
  const { schema } = createRequire(import.meta.url)("pg-boss/version.json");
  expect(BOSS_VERSION, "then its plans.js is to be read again").toBe(schema);
});

describeOnPostgres("the queue's tables", (postgres) => {
  async function atVersion(version: number) {
    const database = openDatabase(await postgres().createDatabase(), () => {});
    const boss = await openBoss(database, () => {});
    await boss.stop({ graceful: false });
    await database.query(`UPDATE ${BOSS_SCHEMA}.version SET version = $1`, [version]);
    return database;
  }

  it("are found again by the next start", async () => {
    const database = await atVersion(BOSS_VERSION);
    const boss = await openBoss(database, () => {});
    expect(await boss.schemaVersion()).toBe(BOSS_VERSION);
    await boss.stop({ graceful: false });
    await database.close();
  });

  it("of a newer App are not changed, and the older one reports what to do instead of starting", async () => {
    const database = await atVersion(BOSS_VERSION + 1);
    const queues = () => database.query(`SELECT * FROM ${BOSS_SCHEMA}.queue ORDER BY name`);
    const before = await queues();
    await expect(openBoss(database, () => {})).rejects.toThrow(
      `the queue in the database is at version ${BOSS_VERSION + 1}, this App at ${BOSS_VERSION}: start the newer App, or give this one an empty database`,
    );
    expect(await queues()).toEqual(before);
    await database.close();
  });
});
