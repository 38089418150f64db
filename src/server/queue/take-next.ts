import type PgBoss from "pg-boss";
import { hasCode } from "../../domain/errors.js";
import type { Database, Sql } from "../postgres/database.js";
import { BOSS_SCHEMA, type QueueName, SILENCE_SECONDS } from "./open-boss.js";

/** A job that this replica has taken until it ends it or dies. */
export type Taken = {
  readonly id: string;
  /** How often it had failed before: it identifies each taking, so that one replica cannot end another's. */
  readonly failures: number;
  readonly data: unknown;
  /** The earlier error of a dead letter. */
  readonly output: unknown;
};

/**
 * Takes the next job. pg-boss's own fetch takes the oldest and fails as a whole if its key is busy. Here a busy key is
 * skipped, a job that waits for its retry blocks its successors, and the installation with the least running work comes
 * first, so that a thousand repositories of one installation do not block another. Within an installation triggers come
 * before sweeps. The index of the policy `stately` guards it as well. The heartbeat timeout is set here, because
 * pg-boss creates dead letters with its default of a quarter of an hour.
 */
const TAKE = `
WITH busy AS MATERIALIZED (
  SELECT singleton_key, state, data->>'installation' AS installation
  FROM ${BOSS_SCHEMA}.job
  WHERE name = $1 AND state IN ('retry', 'active')
), load AS (
  SELECT installation, count(*) AS jobs FROM busy WHERE state = 'active' GROUP BY installation
), next AS (
  SELECT j.id
  FROM ${BOSS_SCHEMA}.job j LEFT JOIN load ON load.installation = j.data->>'installation'
  WHERE j.name = $1 AND j.state < 'active' AND j.start_after <= now()
    AND NOT EXISTS (
      SELECT FROM busy WHERE busy.singleton_key = j.singleton_key AND (busy.state = 'active' OR j.state = 'created')
    )
  ORDER BY coalesce(load.jobs, 0), j.priority DESC, j.created_on, j.id
  LIMIT 1
  FOR UPDATE OF j SKIP LOCKED
)
UPDATE ${BOSS_SCHEMA}.job j SET
  state = 'active',
  retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END,
  started_on = now(),
  expire_in = interval '${SILENCE_SECONDS} seconds'
FROM next
WHERE j.name = $1 AND j.id = next.id
RETURNING j.id, j.retry_count AS failures, j.data, j.output`;

/** Two replicas take one key at the same moment: the index lets one of them have it. */
const UNIQUE_VIOLATION = "23505";

export async function takeNext(sql: Sql, queue: QueueName): Promise<Taken | null> {
  try {
    const [taken] = await sql.query<Taken>(TAKE, [queue]);
    return taken ?? null;
  } catch (error) {
    if (hasCode(error, UNIQUE_VIOLATION)) return null;
    throw error;
  }
}

/** A heartbeat for jobs in progress. */
export async function beat(sql: Sql, queue: QueueName, ids: readonly string[]): Promise<void> {
  const text = `UPDATE ${BOSS_SCHEMA}.job SET started_on = now() WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`;
  if (ids.length > 0) await sql.query(text, [queue, ids]);
}

/** A replica that was taken for dead may end a job after another has taken it; then it must not end it. */
const STILL_OURS = "name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'";

/** Completes a job. Returns whether it was still this replica's. */
export async function complete(sql: Sql, queue: QueueName, { id, failures }: Taken): Promise<boolean> {
  const text = `UPDATE ${BOSS_SCHEMA}.job SET state = 'completed', completed_on = now(), output = NULL WHERE ${STILL_OURS} RETURNING true`;
  return (await sql.query(text, [queue, id, failures])).length > 0;
}

/** Fails a job: pg-boss decides when it is tried again, or whether it becomes a dead letter. */
export async function fail(
  { database, boss }: { readonly database: Database; readonly boss: PgBoss },
  queue: QueueName,
  { taken: { id, failures }, message }: { readonly taken: Taken; readonly message: string },
): Promise<void> {
  await database.transaction(async (sql) => {
    const text = `SELECT true FROM ${BOSS_SCHEMA}.job WHERE ${STILL_OURS} FOR UPDATE`;
    if ((await sql.query(text, [queue, id, failures])).length === 0) return;
    const db = { executeSql: async (text: string, values: unknown[]) => ({ rows: await sql.query(text, values) }) };
    await boss.fail(queue, id, { message }, { db });
  });
}

/** A stated wait is no failure: the job comes back at that time, and its tries are not counted. */
export async function putOff(
  sql: Sql,
  queue: QueueName,
  { taken: { id, failures }, until }: { readonly taken: Taken; readonly until: string },
): Promise<void> {
  const text = `UPDATE ${BOSS_SCHEMA}.job SET state = 'retry', start_after = $4, started_on = NULL WHERE ${STILL_OURS}`;
  await sql.query(text, [queue, id, failures, until]);
}
