import type PgBoss from "pg-boss";
import type { RepositoryRef } from "../../engine/ports.js";
import type { Sql } from "../postgres/database.js";
import { BOSS_SCHEMA, QUEUES } from "./open-boss.js";

/** A person waits for a trigger; the reconciles of a sweep can wait. */
const PRIORITY = { trigger: 0, sweep: -1 } as const;

const RAISE = `UPDATE ${BOSS_SCHEMA}.job SET priority = ${PRIORITY.trigger}
  WHERE name = $1 AND singleton_key = ANY($2) AND state = 'created' AND priority < ${PRIORITY.trigger}`;

/** What was taken less than a gap ago, by whichever replica, and when that gap ends. */
const RESTING = `SELECT singleton_key AS key, max(started_on) + $3 * interval '1 millisecond' AS until
  FROM ${BOSS_SCHEMA}.job
  WHERE name = $1 AND singleton_key = ANY($2) AND state IN ('active', 'completed')
    AND started_on > now() - $3 * interval '1 millisecond'
  GROUP BY singleton_key`;

type Sending = {
  readonly sql: Sql;
  readonly why?: keyof typeof PRIORITY;
  /** The smallest gap after the last reconcile of the same repository, by the database's clock. */
  readonly gapMs?: number;
};

/** Queues a reconcile for each. A waiting one is enough; a running one is followed by another. */
export async function sendReconciles(
  boss: PgBoss,
  repositories: readonly RepositoryRef[],
  { sql, why = "trigger", gapMs = 0 }: Sending,
): Promise<void> {
  if (repositories.length === 0) return;
  const resting =
    gapMs === 0
      ? []
      : await sql.query<{ key: string; until: Date }>(RESTING, [QUEUES.reconciles, keysOf(repositories), gapMs]);
  await insertReconciles(boss, repositories, {
    sql,
    why,
    resting: new Map(resting.map(({ key, until }) => [key, until])),
  });
  if (why === "trigger") await sql.query(RAISE, [QUEUES.reconciles, keysOf(repositories)]);
}

/** The same order everywhere, so that two replicas that lock the same rows do not deadlock. */
const HOLD = `WITH held AS (
    SELECT id FROM ${BOSS_SCHEMA}.job
    WHERE name = $1 AND singleton_key = ANY($2) AND state = 'created'
    ORDER BY singleton_key FOR UPDATE
  )
  UPDATE ${BOSS_SCHEMA}.job j SET priority = ${PRIORITY.trigger}, start_after = least(j.start_after, now()) FROM held
  WHERE j.name = $1 AND j.id = held.id RETURNING j.singleton_key`;

/**
 * The same inside a transaction. A waiting reconcile is locked until its end: if it were taken before, it would not see
 * what the transaction writes. One that was taken meanwhile is followed by another. A result has no gap to wait for.
 */
export async function sendReconcilesWithin(
  transaction: Sql,
  boss: PgBoss,
  repositories: readonly RepositoryRef[],
): Promise<void> {
  for (let unheld = repositories; unheld.length > 0; ) {
    await insertReconciles(boss, unheld, { sql: transaction, why: "trigger" });
    const rows = await transaction.query<{ singleton_key: string }>(HOLD, [QUEUES.reconciles, keysOf(unheld)]);
    const held = new Set(rows.map(({ singleton_key }) => singleton_key));
    unheld = unheld.filter(({ id }) => !held.has(String(id)));
  }
}

async function insertReconciles(
  boss: PgBoss,
  repositories: readonly RepositoryRef[],
  {
    sql,
    why,
    resting,
  }: Pick<Sending, "sql"> & {
    readonly why: keyof typeof PRIORITY;
    readonly resting?: ReadonlyMap<string, Date>;
  },
): Promise<void> {
  const jobs = repositories.map((repository) => {
    const singletonKey = String(repository.id);
    const startAfter = resting?.get(singletonKey);
    return {
      name: QUEUES.reconciles,
      data: repository,
      singletonKey,
      priority: PRIORITY[why],
      ...(startAfter === undefined ? {} : { startAfter }),
    };
  });
  await boss.insert(jobs, {
    db: { executeSql: async (text: string, values: unknown[]) => ({ rows: await sql.query(text, values) }) },
  });
}

function keysOf(repositories: readonly RepositoryRef[]): string[] {
  return repositories.map(({ id }) => String(id));
}
