import { expect, it } from "vitest";
import { openDatabase, type Sql } from "../../../src/server/postgres/database.js";
import { repositoryOf } from "../../../src/server/postgres/repository-row.js";
import { openBoss, QUEUES } from "../../../src/server/queue/open-boss.js";
import { sendReconciles, sendReconcilesWithin } from "../../../src/server/queue/send-reconciles.js";
import { type Taken, takeNext } from "../../../src/server/queue/take-next.js";
import { describeOnPostgres } from "../../support/postgres.js";
import { repository } from "../../support/replica.js";

describeOnPostgres("a reconcile that a transaction requests", (postgres) => {
  async function openQueue() {
    const database = openDatabase(await postgres().createDatabase(), () => {});
    const boss = await openBoss(database, () => {});
    const close = async () => {
      await boss.stop({ graceful: false });
      await database.close();
    };
    const takenId = async () => {
      const taken = await takeNext(database, QUEUES.reconciles);
      return taken === null ? null : repositoryOf(taken.data).id;
    };
    return { database, boss, close, takenId };
  }

  it("is not taken before the transaction's end, even if one was waiting already, because it would not see what is written", async () => {
    const { database, boss, close, takenId } = await openQueue();
    try {
      await sendReconciles(boss, [repository(1)], { sql: database });
      await database.transaction(async (transaction) => {
        await sendReconcilesWithin(transaction, boss, [repository(1)]);
        expect(await takenId(), "while it is open").toBeNull();
      });
      expect(await takenId()).toBe(1);
      expect(await takenId(), "one is enough").toBeNull();
    } finally {
      await close();
    }
  });

  it("follows the one that runs", async () => {
    const { database, boss, close, takenId } = await openQueue();
    try {
      await sendReconciles(boss, [repository(1)], { sql: database });
      const running = await takeNext(database, QUEUES.reconciles);
      await database.transaction((transaction) =>
        sendReconcilesWithin(transaction, boss, [repository(1), repository(2)]),
      );
      expect(await takenId(), "the busy one waits").toBe(2);
      await boss.complete(QUEUES.reconciles, running?.id ?? "");
      expect(await takenId()).toBe(1);
    } finally {
      await close();
    }
  });

  it("follows one that is taken at the same moment", async () => {
    const { database, boss, close, takenId } = await openQueue();
    try {
      await sendReconciles(boss, [repository(1)], { sql: database });
      const taken: Taken[] = [];
      await database.transaction(async (transaction) => {
        // The waiting one is found by the first statement, and gone before the second.
        const query: Sql["query"] = async <Row extends object>(text: string, values?: readonly unknown[]) => {
          const rows = await transaction.query<Row>(text, values);
          const next = taken.length === 0 ? await takeNext(database, QUEUES.reconciles) : null;
          if (next !== null) taken.push(next);
          return rows;
        };
        await sendReconcilesWithin({ query }, boss, [repository(1)]);
      });
      expect(taken).toHaveLength(1);
      for (const { id } of taken) await boss.complete(QUEUES.reconciles, id);
      expect(await takenId()).toBe(1);
    } finally {
      await close();
    }
  });

  it("has a gap before it that every replica keeps, unless a result waits for it", async () => {
    const { database, boss, close, takenId } = await openQueue();
    const hints = async (times: number) => {
      for (let count = 0; count < times; count += 1)
        await sendReconciles(boss, [repository(1)], { sql: database, gapMs: 3_600_000 });
    };
    try {
      await hints(1);
      const running = await takeNext(database, QUEUES.reconciles);
      await hints(20);
      await boss.complete(QUEUES.reconciles, running?.id ?? "");
      await hints(20);
      expect(await takenId(), "within the gap").toBeNull();
      await sendReconciles(boss, [repository(2)], { sql: database, gapMs: 3_600_000 });
      expect(await takenId(), "another repository").toBe(2);
      await database.transaction((transaction) => sendReconcilesWithin(transaction, boss, [repository(1)]));
      expect(await takenId(), "a result").toBe(1);
      expect(await takenId(), "all of the burst was one").toBeNull();
    } finally {
      await close();
    }
  });
});
