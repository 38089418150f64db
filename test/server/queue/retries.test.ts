/** When what failed is tried again, as it stands in the rows: nothing here waits for it. */
import type PgBoss from "pg-boss";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase, type Sql } from "../../../src/server/postgres/database.js";
import { migrate } from "../../../src/server/postgres/migrations.js";
import { BOSS_SCHEMA, openBoss, QUEUES, type QueueName } from "../../../src/server/queue/open-boss.js";
import { sendReconciles } from "../../../src/server/queue/send-reconciles.js";
import { takeNext } from "../../../src/server/queue/take-next.js";
import { describeOnPostgres } from "../../support/postgres.js";
import { repository } from "../../support/replica.js";

describeOnPostgres("a failed job", (postgres) => {
  const held: { database?: Database; boss?: PgBoss } = {};
  const opened = () => {
    if (held.database === undefined || held.boss === undefined) throw new Error("not opened");
    return { database: held.database, boss: held.boss };
  };
  beforeAll(async () => {
    const database = openDatabase(await postgres().createDatabase(), () => {});
    await migrate(database);
    Object.assign(held, { database, boss: await openBoss(database, () => {}) });
  });
  afterAll(async () => {
    await held.boss?.stop({ graceful: false });
    await held.database?.close();
  });

  /** Takes the next one and fails it; answers how many seconds later it may be taken again. Inside a transaction time stands still. */
  async function failNext(sql: Sql, queue: QueueName): Promise<number> {
    const taken = await takeNext(sql, queue);
    if (taken === null) throw new Error("nothing to take");
    const db = { executeSql: async (text: string, values: unknown[]) => ({ rows: await sql.query(text, values) }) };
    await opened().boss.fail(queue, taken.id, { message: "502 from afar" }, { db });
    const text = `SELECT extract(epoch FROM start_after - now()) AS delay FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND id = $2`;
    const [row] = await sql.query<{ delay: string }>(text, [queue, taken.id]);
    return Number(row?.delay);
  }
  const become = (sql: Sql, queue: QueueName) =>
    sql.query(`UPDATE ${BOSS_SCHEMA}.job SET start_after = now() WHERE name = $1 AND state = 'retry'`, [queue]);

  it.each([QUEUES.reconciles, QUEUES.buttons, QUEUES.sweeps])(
    "is tried five times more, with growing pauses: %s",
    async (queue) => {
      const { database, boss } = opened();
      if (queue === QUEUES.reconciles) await sendReconciles(boss, [repository(1)], { sql: database });
      else await boss.send(queue, {});
      const settings = `SELECT retry_limit, retry_delay, retry_backoff FROM ${BOSS_SCHEMA}.job WHERE name = $1`;
      expect(await database.query(settings, [queue])).toEqual([
        { retry_limit: 5, retry_delay: 2, retry_backoff: true },
      ]);
      await database.transaction(async (sql) => {
        for (const least of [2, 4, 8, 16, 32]) {
          const delay = await failNext(sql, queue);
          expect(delay).toBeGreaterThanOrEqual(least);
          expect(delay, "a minute and a bit at the most").toBeLessThanOrEqual(2 * least);
          expect(await takeNext(sql, queue), "before its time").toBeNull();
          await become(sql, queue);
        }
        await failNext(sql, queue);
        await become(sql, queue);
        expect(await takeNext(sql, queue), "a seventh time").toBeNull();
      });
    },
  );

  it("is not tried again at the same time as others that failed together", async () => {
    const { database, boss } = opened();
    const many = Array.from({ length: 20 }, (_, index) => repository(index + 100));
    await sendReconciles(boss, many, { sql: database });
    const delays: number[] = [];
    await database.transaction(async (sql) => {
      for (const _ of many) delays.push(await failNext(sql, QUEUES.reconciles));
    });
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...delays)).toBeLessThanOrEqual(4);
    expect(new Set(delays).size).toBeGreaterThan(10);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(0.5);
  });
});
