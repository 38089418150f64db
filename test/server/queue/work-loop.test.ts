import { expect, it } from "vitest";
import { type Database, openDatabase } from "../../../src/server/postgres/database.js";
import { BOSS_SCHEMA, openBoss, QUEUES } from "../../../src/server/queue/open-boss.js";
import { sendReconciles } from "../../../src/server/queue/send-reconciles.js";
import { takeNext } from "../../../src/server/queue/take-next.js";
import { startWorkLoop } from "../../../src/server/queue/work-loop.js";
import { describeOnPostgres } from "../../support/postgres.js";
import { held, repository } from "../../support/replica.js";
import { until } from "../../support/until.js";

describeOnPostgres("the end of a reconcile job", (postgres) => {
  /** One look that is being worked on, by a replica whose database can be away. */
  async function working(ends: "well" | "badly") {
    const database = openDatabase(await postgres().createDatabase(), () => {});
    const away = { is: false, asked: 0 };
    const present = () => {
      away.asked += 1;
      if (away.is) throw new Error("the database is away");
    };
    const shaky: Database = {
      ...database,
      async query(text, values) {
        present();
        return database.query(text, values);
      },
      async transaction(work) {
        present();
        return database.transaction(work);
      },
    };
    const boss = await openBoss(shaky, () => {});
    await sendReconciles(boss, [repository(1)], { sql: database });
    const work = held();
    const loop = startWorkLoop({
      database: shaky,
      boss,
      queue: QUEUES.reconciles,
      concurrency: 1,
      run: async () => {
        await work.hold();
        if (ends === "badly") throw new Error("502 from afar");
      },
      reasonOf: String,
      onTrouble: () => {},
    });
    await until("the look", () => work.count() === 1);
    const rows = () =>
      database.query<{ state: string; retry_count: number }>(
        `SELECT state, retry_count FROM ${BOSS_SCHEMA}.job WHERE name = $1`,
        [QUEUES.reconciles],
      );
    const close = async () => {
      away.is = false;
      await loop.stop();
      await boss.stop({ graceful: false });
      await database.close();
    };
    return { database, boss, away, work, rows, close };
  }

  it.each([
    { ends: "well", state: "completed" },
    { ends: "badly", state: "retry" },
  ] as const)("is stored as soon as the database is back, if it ended $ends", async ({ ends, state }) => {
    const { away, work, rows, close } = await working(ends);
    try {
      away.is = true;
      away.asked = 0;
      work.endHold();
      await until("a try to tell it", () => away.asked > 1);
      expect(await rows()).toEqual([{ state: "active", retry_count: 0 }]);
      away.is = false;
      await until("the end", async () => (await rows())[0]?.state === state);
      expect(await rows()).toEqual([{ state, retry_count: 0 }]);
    } finally {
      await close();
    }
  });

  it.each(["well", "badly"] as const)(
    "does not end another replica's taking if one that was taken for dead ends %s after all",
    async (ends) => {
      const { database, boss, work, away, rows, close } = await working(ends);
      try {
        const { query } = database;
        await query(`UPDATE ${BOSS_SCHEMA}.job SET started_on = started_on - interval '61 seconds'`);
        await boss.expire();
        await query(`UPDATE ${BOSS_SCHEMA}.job SET start_after = now() WHERE state = 'retry'`);
        expect(await takeNext(database, QUEUES.reconciles)).not.toBeNull();
        away.asked = 0;
        work.endHold();
        await until("its word, and the next round", () => away.asked > 2);
        expect(await rows()).toEqual([{ state: "active", retry_count: 1 }]);
      } finally {
        await close();
      }
    },
  );
});
