import type PgBoss from "pg-boss";
import type { Database } from "../postgres/database.js";
import { QUEUES } from "./open-boss.js";

/** One sweep for all replicas: the first one after this time queues it, and it runs even if that replica dies. */
export async function claimSweep(database: Database, boss: PgBoss, seconds: number): Promise<void> {
  await database.transaction(async (sql) => {
    const claimed = await sql.query(
      "UPDATE factory.sweep SET claimed_at = now() WHERE claimed_at < now() - $1 * interval '1 second' RETURNING true",
      [seconds],
    );
    if (claimed.length === 0) return;
    const db = { executeSql: async (text: string, values: unknown[]) => ({ rows: await sql.query(text, values) }) };
    await boss.send(QUEUES.sweeps, {}, { singletonKey: "sweep", db });
  });
}
