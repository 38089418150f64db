import { z } from "zod";
import { FactoryEvent } from "../../engine/event.js";
import type { JobResult, RepositoryRef } from "../../engine/ports.js";
import { upgradeEvents } from "../../engine/state-versions.js";
import type { Database, Sql } from "./database.js";

const OlderRow = z.looseObject({ intents: z.unknown().optional(), events: z.unknown().optional() });

const Kept = z.preprocess(
  upgradeResult,
  z.object({
    events: z.array(FactoryEvent),
    files: z.array(z.object({ path: z.string(), text: z.string() })),
  }),
);

/** A row of an older version has other names of events, and the first version another name for them all. */
function upgradeResult(row: unknown): unknown {
  const read = OlderRow.safeParse(row);
  if (!read.success) return row;
  const { intents, events, ...rest } = read.data;
  return { ...rest, events: upgradeEvents(events ?? intents) };
}

/** Job results that no reconcile has taken yet, visible to all replicas. */
export type KeptResults = {
  /**
   * Stores the result and queues the repository in one transaction. The caller ends its source in the same transaction
   * and returns whether that was still to be done, so the result is stored once, whatever happens to the connection.
   */
  bring(repository: RepositoryRef, result: JobResult, isStillPending: (sql: Sql) => Promise<boolean>): Promise<void>;
  /**
   * Passes all results to one reconcile. What it could not finish is passed to the next one, marked as handed before.
   */
  lend<S extends { readonly kind: string }>(
    repository: RepositoryRef,
    reconcile: (results: readonly JobResult[]) => Promise<S>,
  ): Promise<S>;
  /** Deletes them because they are unusable; pending questions are asked again. */
  drop(repository: RepositoryRef): Promise<void>;
};

type Row = { readonly id: string; readonly key: string | null; readonly result: string; readonly handed: boolean };

export function createKeptResults(
  database: Database,
  enqueue: (repositories: readonly RepositoryRef[], sql: Sql) => Promise<void>,
): KeptResults {
  return {
    async bring(repository, result, isStillPending) {
      await database.transaction(async (sql) => {
        if (!(await isStillPending(sql))) return;
        const text = "INSERT INTO factory.job_result (repository_id, result) VALUES ($1, $2)";
        await sql.query(text, [repository.id, JSON.stringify(result)]);
        await enqueue([repository], sql);
      });
    },
    async lend(repository, reconcile) {
      const rows = await database.query<Row>(
        "SELECT id, key, result, handed FROM factory.job_result WHERE repository_id = $1 ORDER BY id",
        [repository.id],
      );
      const ids = rows.map(({ id }) => id);
      // Before any commit: if this replica dies in between, the next one knows that the results may have been taken.
      if (ids.length > 0) await database.query("UPDATE factory.job_result SET handed = true WHERE id = ANY($1)", [ids]);
      const settled = await reconcile(rows.map(resultOf));
      if (settled.kind === "settled" && ids.length > 0) await taken(database, repository, rows);
      return settled;
    },
    async drop({ id }) {
      await database.query("DELETE FROM factory.job_result WHERE repository_id = $1", [id]);
      await database.query("DELETE FROM factory.job_lease WHERE repository_id = $1 AND expires_at = 'infinity'", [id]);
    },
  };
}

function resultOf({ result, handed }: Row): JobResult {
  const kept = Kept.parse(JSON.parse(result));
  return handed ? { ...kept, handedBefore: true } : kept;
}

async function taken(database: Database, { id }: RepositoryRef, rows: readonly Row[]): Promise<void> {
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
  await database.transaction(async (sql) => {
    await sql.query("DELETE FROM factory.job_result WHERE id = ANY($1)", [rows.map((row) => row.id)]);
    await sql.query("DELETE FROM factory.job_lease WHERE repository_id = $1 AND key = ANY($2)", [id, keys]);
  });
}
