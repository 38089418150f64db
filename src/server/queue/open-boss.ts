import PgBoss from "pg-boss";
import type { Database } from "../postgres/database.js";

export const BOSS_SCHEMA = "factory_queue";
/** The version of pg-boss's tables that this App can read and write. */
export const BOSS_VERSION = 24;

/** The queues. A reconcile that fails too often is moved to "set aside", a button to "unheard", both by pg-boss. */
export const QUEUES = {
  /** The name in the database is older: another one would leave what waits there. */
  reconciles: "looks",
  setAside: "set-aside",
  sweeps: "sweeps",
  buttons: "buttons",
  unheard: "unheard",
} as const;
export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

/**
 * A worker sends a heartbeat every `BEAT_MS`. Without one for this long it counts as dead, and its work is free again.
 */
export const SILENCE_SECONDS = 60;
export const BEAT_MS = 10_000;
/** How often dead workers are searched. A dead replica's work is free after 80 seconds at most. */
const SUPERVISION_SECONDS = 20;
/** Two to four seconds after the first failure, twice that after each further one. */
const RETRY = { retryLimit: 5, retryDelay: 2, retryBackoff: true };
/** Completed jobs are kept for a while for debugging. */
const KEEP = { archiveCompletedAfterSeconds: 600, archiveFailedAfterSeconds: 86_400, deleteAfterHours: 1 };

/**
 * pg-boss provides tables, migrations, sending, retries with backoff, dead letters and the detection of dead workers.
 * Its own workers are not used: an error when they end a job ends the process if the database is away, and their fetch
 * hides errors and stops while the oldest job's key is busy (see take-next.ts).
 */
export async function openBoss(database: Database, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: await database.query(text, values) }) },
    schema: BOSS_SCHEMA,
    schedule: false,
    supervise: true,
    maintenanceIntervalSeconds: SUPERVISION_SECONDS,
    ...KEEP,
  });
  boss.on("error", onError);
  const making = inTurn(database, async () => {
    await refuseNewer(boss);
    await boss.start();
    const expireInSeconds = SILENCE_SECONDS;
    await keepQueue(boss, { name: QUEUES.setAside, policy: "standard", expireInSeconds });
    await keepQueue(boss, { name: QUEUES.sweeps, policy: "stately", expireInSeconds, ...RETRY });
    await keepQueue(boss, { name: QUEUES.unheard, policy: "standard", expireInSeconds });
    // Singleton: one running job for each key, in order of arrival.
    const buttons = { name: QUEUES.buttons, policy: "singleton", expireInSeconds, deadLetter: QUEUES.unheard } as const;
    await keepQueue(boss, { ...buttons, ...RETRY });
    // Stately: for each key one waiting, one to be retried, one running.
    const reconciles = {
      name: QUEUES.reconciles,
      policy: "stately",
      expireInSeconds,
      deadLetter: QUEUES.setAside,
    } as const;
    await keepQueue(boss, { ...reconciles, ...RETRY });
  });
  try {
    await making;
  } catch (error) {
    // The next try creates another one; this one must not go on maintaining the tables.
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

/** pg-boss starts on tables of a later version without an error and changes them. */
async function refuseNewer(boss: PgBoss): Promise<void> {
  const version = (await boss.isInstalled()) ? Number(await boss.schemaVersion()) : BOSS_VERSION;
  if (version <= BOSS_VERSION) return;
  throw new Error(
    `the queue in the database is at version ${version}, this App at ${BOSS_VERSION}: start the newer App, or give this one an empty database (state is in git)`,
  );
}

/**
 * Replicas that start together create the tables one after the other: pg-boss's own lock comes after `CREATE SCHEMA`.
 */
function inTurn(database: Database, make: () => Promise<void>): Promise<void> {
  return database.transaction(async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('software-factory queues'))");
    await make();
  });
}

/** Created once; a later version updates the settings at its start. */
async function keepQueue(boss: PgBoss, queue: PgBoss.Queue): Promise<void> {
  await boss.createQueue(queue.name, queue);
  await boss.updateQueue(queue.name, queue);
}
