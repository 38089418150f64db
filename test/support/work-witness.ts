/** Who holds what, told by the database itself: what a replica says about its work dies with it. */
import { openDatabase } from "../../src/server/postgres/database.js";
import { BOSS_SCHEMA, QUEUES } from "../../src/server/queue/open-boss.js";

export type WorkWitness = {
  /** The reconciles and jobs that a replica has taken and not ended, by what they are about; a dead one's stay its own until somebody takes them. */
  heldBy(replica: string): Promise<string[]>;
  close(): Promise<void>;
};

/** The same database, by the name that its connections go under. */
export function connectingAs(databaseUrl: string, replica: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("application_name", replica);
  return url.href;
}

/** pg-boss writes down that a job is taken and not by whom; a lease's owner is a number. A connection's name says both. */
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

/** A lease without an end is of a job whose result waits to be taken: nobody is at work on it. */
const HELD = `
SELECT 'reconcile of ' || (job.data->>'name') AS what
FROM ${BOSS_SCHEMA}.job JOIN witness.holder ON holder.what = job.id::text
WHERE job.name = $2 AND job.state = 'active' AND holder.replica = $1
UNION ALL
SELECT lease.key || ' of ' || (lease.repository->>'name')
FROM factory.job_lease lease JOIN witness.holder ON holder.what = lease.owner
WHERE lease.expires_at <> 'infinity' AND holder.replica = $1
ORDER BY what`;

/** Begins to watch a database that replicas have made their tables in; what was taken before is not seen. */
export async function watchWork(databaseUrl: string): Promise<WorkWitness> {
  const database = openDatabase(databaseUrl, () => {});
  for (const statement of WATCH) await database.query(statement);
  return {
    async heldBy(replica) {
      const rows = await database.query<{ what: string }>(HELD, [replica, QUEUES.looks]);
      return rows.map(({ what }) => what);
    },
    close: () => database.close(),
  };
}
