/** Reads from the database which replica holds which work. A replica's own report would die with it. */
import { openDatabase } from "../../src/server/postgres/database.js";
import { BOSS_SCHEMA, QUEUES } from "../../src/server/queue/open-boss.js";

export type WorkWitness = {
  /**
   * The reconciles and jobs that a replica has taken and not completed, by subject. Work of a dead replica stays listed
   * until another takes it.
   */
  heldBy(replica: string): Promise<string[]>;
  close(): Promise<void>;
};

/** The same database with the replica's name on its connections. */
export function connectingAs(databaseUrl: string, replica: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("application_name", replica);
  return url.href;
}

/**
 * pg-boss records that a job is taken but not by which process, and the owner of a lease is a number. The name of the
 * connection identifies both.
 */
const WATCH = [
  "CREATE SCHEMA witness",
  "CREATE TABLE witness.holder (what text PRIMARY KEY, replica text NOT NULL)",
  `CREATE FUNCTION witness.note() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO witness.holder (what, replica)
     VALUES (CASE TG_TABLE_NAME WHEN 'job_lease' THEN to_jsonb(NEW)->>'owner' ELSE to_jsonb(NEW)->>'id' END, current_setting('application_name'))
     ON CONFLICT (what) DO UPDATE SET replica = excluded.replica;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER witness_looks AFTER UPDATE ON ${BOSS_SCHEMA}.job FOR EACH ROW
   WHEN (NEW.state = 'active' AND OLD.state <> 'active') EXECUTE FUNCTION witness.note()`,
  `CREATE TRIGGER witness_leases AFTER INSERT OR UPDATE OF owner ON factory.job_lease FOR EACH ROW
   WHEN (NEW.owner <> '') EXECUTE FUNCTION witness.note()`,
];

/** A lease without an end belongs to a job whose result waits to be used. It is not under way. */
const HELD = `
SELECT 'reconcile of ' || (job.data->>'name') AS what
FROM ${BOSS_SCHEMA}.job JOIN witness.holder ON holder.what = job.id::text
WHERE job.name = $2 AND job.state = 'active' AND holder.replica = $1
UNION ALL
SELECT lease.key || ' of ' || (lease.repository->>'name')
FROM factory.job_lease lease JOIN witness.holder ON holder.what = lease.owner
WHERE lease.expires_at <> 'infinity' AND holder.replica = $1
ORDER BY what`;

/** Starts to watch a database after replicas have created their tables. Work that was taken earlier is not seen. */
export async function watchWork(databaseUrl: string): Promise<WorkWitness> {
  const database = openDatabase(databaseUrl, () => {});
  for (const statement of WATCH) await database.query(statement);
  return {
    async heldBy(replica) {
      const rows = await database.query<{ what: string }>(HELD, [replica, QUEUES.reconciles]);
      return rows.map(({ what }) => what);
    },
    close: () => database.close(),
  };
}
