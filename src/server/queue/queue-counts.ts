import type { Sql } from "../postgres/database.js";
import { BOSS_SCHEMA, QUEUES } from "./open-boss.js";

/** The content of the queue, for all replicas together. */
export type QueueCounts = { readonly waiting: number; readonly unfinished: number; readonly setAside: number };

export async function queueCounts(sql: Sql): Promise<QueueCounts> {
  const [row] = await sql.query<{ waiting: string; unfinished: string; aside: string }>(
    `SELECT count(*) FILTER (WHERE name = $1 AND state < 'active') AS waiting,
            count(*) AS unfinished,
            (SELECT count(*) FROM factory.set_aside) AS aside
     FROM ${BOSS_SCHEMA}.job WHERE state <= 'active'`,
    [QUEUES.reconciles],
  );
  return { waiting: Number(row?.waiting), unfinished: Number(row?.unfinished), setAside: Number(row?.aside) };
}
