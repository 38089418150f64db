import type { Database, Sql } from "./database.js";

/**
 * A transaction that can be repeated but must not write twice. If the connection ends during COMMIT, the result is
 * unknown; PostgreSQL remembers it, so the next try asks before it writes.
 */
export function createCommitOnce<Thing extends object>(
  database: Database,
): (thing: Thing, work: (sql: Sql) => Promise<void>) => Promise<void> {
  const tried = new WeakMap<Thing, string>();
  return async (thing, work) => {
    const before = tried.get(thing);
    if (before !== undefined && (await hasCommitted(database, before))) return;
    await database.transaction(async (sql) => {
      const [row] = await sql.query<{ id: string }>("SELECT txid_current()::text AS id");
      if (row !== undefined) tried.set(thing, row.id);
      await work(sql);
    });
  };
}

async function hasCommitted(database: Database, id: string): Promise<boolean> {
  const [row] = await database.query<{ status: string }>("SELECT txid_status($1::bigint) AS status", [id]);
  // The server has not noticed yet that its client is gone.
  if (row?.status === "in progress") throw new Error("the try before this one has not ended yet");
  return row?.status === "committed";
}
