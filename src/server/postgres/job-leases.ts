import { AFTER_FAILURE_MS, type JobResult, type RepositoryRef } from "../../engine/ports.js";
import { createCommitOnce } from "./commit-once.js";
import type { Database, Sql } from "./database.js";
import { byKey, repositoryOf } from "./repository-row.js";

/**
 * The leases of jobs. No two replicas run one job at the same time, and the jobs of a dead replica are free again. A
 * result or cost that is stored again after a failure of the database is the same object and stored once.
 */
export type JobLeases = {
  /** Whether the job is now ours. */
  take(repository: RepositoryRef, key: string): Promise<boolean>;
  /** A heartbeat: extends our leases. */
  beat(): Promise<void>;
  /** Which of our jobs were cancelled. */
  cancelled(): Promise<ReadonlySet<string>>;
  cancelAll(repository: RepositoryRef): Promise<void>;
  /** Stores the result and queues the repository in one transaction. The lease stays until a reconcile has taken it. */
  finish(repository: RepositoryRef, key: string, result: JobResult): Promise<void>;
  /** Releases the lease; the next reconcile may start the job. Its cost is stored in the same transaction. */
  release(repository: RepositoryRef, key: string, cost: JobResult): Promise<void>;
  /** The job was postponed: it is not tried again before that time. Its cost is stored in the same transaction. */
  putOff(
    repository: RepositoryRef,
    key: string,
    wait: { readonly milliseconds: number; readonly cost: JobResult },
  ): Promise<void>;
  /** It failed: it is tried again after a while. */
  leave(repository: RepositoryRef, key: string): Promise<void>;
  /** Frees the jobs of dead replicas, and queues their repositories. */
  reap(): Promise<void>;
};

/** The name of a job inside one replica. */
export function leaseName(repository: Pick<RepositoryRef, "id">, key: string): string {
  return `${repository.id}/${key}`;
}

/** As for reconciles: a minute without a heartbeat means dead. */
const SILENCE = "60 seconds";

export function createJobLeases({
  database,
  owner,
  enqueue,
}: {
  readonly database: Database;
  /** The unique name of this replica. */
  readonly owner: string;
  /** Queues reconciles by a statement inside a transaction. */
  readonly enqueue: (repositories: readonly RepositoryRef[], sql: Sql) => Promise<void>;
}): JobLeases {
  // A repeated try has the same result: its cost is counted once.
  const commitOnce = createCommitOnce<JobResult>(database);
  return {
    async take(repository, key) {
      const taken = await database.query(
        `INSERT INTO factory.job_lease AS lease (repository_id, key, repository, owner, expires_at)
         VALUES ($1, $2, $3, $4, now() + interval '${SILENCE}')
         ON CONFLICT (repository_id, key) DO UPDATE
           SET owner = excluded.owner, expires_at = excluded.expires_at, cancelled = false
           WHERE lease.expires_at < now()
         RETURNING true`,
        [repository.id, key, JSON.stringify(repository), owner],
      );
      return taken.length > 0;
    },
    async beat() {
      await database.query(
        `UPDATE factory.job_lease SET expires_at = now() + interval '${SILENCE}'
         WHERE owner = $1 AND expires_at <> 'infinity'`,
        [owner],
      );
    },
    async cancelled() {
      const rows = await database.query<{ repository_id: string; key: string }>(
        "SELECT repository_id, key FROM factory.job_lease WHERE owner = $1 AND cancelled",
        [owner],
      );
      return new Set(rows.map(({ repository_id, key }) => leaseName({ id: Number(repository_id) }, key)));
    },
    async cancelAll({ id }) {
      await database.query(
        "UPDATE factory.job_lease SET cancelled = true WHERE repository_id = $1 AND expires_at <> 'infinity'",
        [id],
      );
      // Removes postponed and failed jobs, so that they can start at once after a resume.
      await database.query(
        "DELETE FROM factory.job_lease WHERE repository_id = $1 AND owner = '' AND expires_at <> 'infinity'",
        [id],
      );
    },
    async finish(repository, key, result) {
      await commitOnce(result, async (sql) => {
        const held = await sql.query(
          `UPDATE factory.job_lease SET expires_at = 'infinity', owner = ''
           WHERE repository_id = $1 AND key = $2 AND owner = $3 RETURNING true`,
          [repository.id, key, owner],
        );
        // Taken over meanwhile: the result is stale, but its cost must be noted.
        const stillOurs = held.length > 0 ? key : null;
        await sql.query("INSERT INTO factory.job_result (repository_id, key, result) VALUES ($1, $2, $3)", [
          repository.id,
          stillOurs,
          JSON.stringify(result),
        ]);
        await enqueue([repository], sql);
      });
    },
    async release(repository, key, cost) {
      await commitOnce(cost, async (sql) => {
        await sql.query("DELETE FROM factory.job_lease WHERE repository_id = $1 AND key = $2 AND owner = $3", [
          repository.id,
          key,
          owner,
        ]);
        if (cost.events.length > 0) await keepCost(sql, repository, cost);
        await enqueue([repository], sql);
      });
    },
    async putOff(repository, key, { milliseconds, cost }) {
      await commitOnce(cost, async (sql) => {
        // By the database's clock, which also ends it.
        await sql.query(
          `UPDATE factory.job_lease SET owner = '', expires_at = now() + $4 * interval '1 millisecond'
           WHERE repository_id = $1 AND key = $2 AND owner = $3`,
          [repository.id, key, owner, Math.ceil(milliseconds)],
        );
        if (cost.events.length === 0) return;
        await keepCost(sql, repository, cost);
        await enqueue([repository], sql);
      });
    },
    async leave(repository, key) {
      await database.query(
        `UPDATE factory.job_lease SET owner = '', expires_at = now() + interval '${AFTER_FAILURE_MS} milliseconds'
         WHERE repository_id = $1 AND key = $2 AND owner = $3`,
        [repository.id, key, owner],
      );
    },
    async reap() {
      await database.transaction(async (sql) => {
        const rows = await sql.query<{ repository: unknown }>(
          "DELETE FROM factory.job_lease WHERE expires_at < now() RETURNING repository",
        );
        const freed = new Map(rows.map(({ repository }) => [repositoryOf(repository).id, repositoryOf(repository)]));
        if (freed.size > 0) await enqueue([...freed.values()].sort(byKey), sql);
      });
    },
  };
}

/** A result without a lease. */
async function keepCost(sql: Sql, { id }: RepositoryRef, cost: JobResult): Promise<void> {
  const text = "INSERT INTO factory.job_result (repository_id, result) VALUES ($1, $2)";
  await sql.query(text, [id, JSON.stringify(cost)]);
}
