import PgBoss from "pg-boss";
import type { Database } from "../postgres/database.js";

export const BOSS_SCHEMA = "factory_queue";
/** Which of pg-boss's tables this App knows: what it reads and writes in them itself is written for these. */
export const BOSS_VERSION = 24;

/** What is queued. A look that fails too often comes up again as set aside, a button as unheard, put there by pg-boss itself. */
export const QUEUES = {
  looks: "looks",
  setAside: "set-aside",
  sweeps: "sweeps",
  buttons: "buttons",
  unheard: "unheard",
} as const;
export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

/** Whoever runs something says so every `BEAT_MS`; silent for this long, it is taken for dead and its work is free again. */
export const SILENCE_SECONDS = 60;
export const BEAT_MS = 10_000;
/** How often the silent are looked for. With the silence before it, a dead replica's work is free after 80 seconds at most. */
const SUPERVISION_SECONDS = 20;
/** Two to four seconds after the first failure, twice that after each further one. */
const RETRY = { retryLimit: 5, retryDelay: 2, retryBackoff: true };
/** Ended work is of no interest to anybody; it is kept for as long as somebody may want to look into it. */
const KEEP = { archiveCompletedAfterSeconds: 600, archiveFailedAfterSeconds: 86_400, deleteAfterHours: 1 };

/**
 * pg-boss brings tables, migrations, sending, retries with backoff, dead letters and the search for the silent. Its own
 * workers are not used: they drop the outcome of ending a job, which ends the process when the database is away, and
 * their fetch hides errors and stands still while the oldest job's key is busy (see take-next.ts).
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
    // Singleton: for each key one that runs, in the order in which they came.
    const buttons = { name: QUEUES.buttons, policy: "singleton", expireInSeconds, deadLetter: QUEUES.unheard } as const;
    await keepQueue(boss, { ...buttons, ...RETRY });
    // Stately: for each key one that waits, one to be retried, one that runs.
    const looks = { name: QUEUES.looks, policy: "stately", expireInSeconds, deadLetter: QUEUES.setAside } as const;
    await keepQueue(boss, { ...looks, ...RETRY });
  });
  try {
    await making;
  } catch (error) {
    // Whoever tries again makes another one; this one must not go on looking after the tables beside it.
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

/** pg-boss starts on tables of a later version without a word, and works on them as if they were its own. */
async function refuseNewer(boss: PgBoss): Promise<void> {
  const version = (await boss.isInstalled()) ? Number(await boss.schemaVersion()) : BOSS_VERSION;
  if (version <= BOSS_VERSION) return;
  throw new Error(
    `the queue in the database is at version ${version}, this App at ${BOSS_VERSION}: start the newer App, or give this one an empty database (state is in git)`,
  );
}

/** Replicas that start together make the tables one after the other: pg-boss's own lock comes after `CREATE SCHEMA`. */
function inTurn(database: Database, make: () => Promise<void>): Promise<void> {
  return database.transaction(async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('software-factory queues'))");
    await make();
  });
}

/** Made once; a later version's settings hold from its start on. */
async function keepQueue(boss: PgBoss, queue: PgBoss.Queue): Promise<void> {
  await boss.createQueue(queue.name, queue);
  await boss.updateQueue(queue.name, queue);
}
