import { expect, it } from "vitest";
import type { JobResult } from "../../../src/engine/ports.js";
import { type Database, openDatabase } from "../../../src/server/postgres/database.js";
import { createJobLeases } from "../../../src/server/postgres/job-leases.js";
import { migrate } from "../../../src/server/postgres/migrations.js";
import { aUsageLine } from "../../support/artifacts.js";
import { NOW } from "../../support/loop.js";
import { describeOnPostgres } from "../../support/postgres.js";
import { repository } from "../../support/replica.js";

const RESULT = (): JobResult => ({
  events: [{ kind: "calls-charged", at: NOW, usage: [aUsageLine({ at: NOW, task: null, cost_usd: 0.5 })] }],
  files: [],
});

describeOnPostgres("a job result that is stored while the database fails", (postgres) => {
  /** A database whose connection ends in the first transaction: while COMMIT is on its way there, or its answer back. */
  async function failing(lost: "COMMIT" | "its answer"): Promise<Database> {
    const database = openDatabase(await postgres().createDatabase(), () => {});
    await migrate(database);
    let failures = 0;
    return {
      ...database,
      async transaction(work) {
        const isLost = failures === 0;
        failures += 1;
        const done = await database.transaction(async (sql) => {
          const worked = await work(sql);
          if (isLost && lost === "COMMIT") throw new Error("the connection ended");
          return worked;
        });
        if (isLost) throw new Error("the connection ended");
        return done;
      },
    };
  }

  const bring = {
    "a result": (leases: ReturnType<typeof createJobLeases>, result: JobResult) =>
      leases.finish(repository(1), "draft-1", result),
    "what a cancelled call cost": (leases: ReturnType<typeof createJobLeases>, result: JobResult) =>
      leases.release(repository(1), "draft-1", result),
    "what a call cost that is put off": (leases: ReturnType<typeof createJobLeases>, result: JobResult) =>
      leases.putOff(repository(1), "draft-1", { milliseconds: 1_000, cost: result }),
  };

  it.each(Object.keys(bring).flatMap((what) => (["COMMIT", "its answer"] as const).map((lost) => ({ what, lost }))))(
    "is stored once: $what, and $lost was lost",
    async ({ what, lost }) => {
      const database = await failing(lost);
      const leases = createJobLeases({ database, owner: "one", enqueue: async () => {} });
      const [result, another] = [RESULT(), RESULT()];
      const keep = bring[what as keyof typeof bring];
      try {
        expect(await leases.take(repository(1), "draft-1")).toBe(true);
        await expect(keep(leases, result)).rejects.toThrow("the connection ended");
        await keep(leases, result);
        expect(await database.query("SELECT id FROM factory.job_result")).toHaveLength(1);
        await keep(leases, another);
        expect(await database.query("SELECT id FROM factory.job_result"), "equal, and not the same").toHaveLength(2);
      } finally {
        await database.close();
      }
    },
  );
});
