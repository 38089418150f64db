import type { Database } from "./database.js";

/** In order, each once; a released one is never changed. pg-boss manages its own tables. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE factory.job_lease (
     repository_id bigint NOT NULL,
     key text NOT NULL,
     repository jsonb NOT NULL,
     owner text NOT NULL,
     expires_at timestamptz NOT NULL,
     cancelled boolean NOT NULL DEFAULT false,
     PRIMARY KEY (repository_id, key)
   );
   CREATE INDEX job_lease_expires ON factory.job_lease (expires_at);
   CREATE TABLE factory.job_result (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     repository_id bigint NOT NULL,
     key text,
     result text NOT NULL,
     handed boolean NOT NULL DEFAULT false
   );
   CREATE INDEX job_result_repository ON factory.job_result (repository_id);
   CREATE TABLE factory.set_aside (
     repository_id bigint PRIMARY KEY,
     repository jsonb NOT NULL,
     reason text NOT NULL,
     since timestamptz NOT NULL DEFAULT now(),
     tried_at timestamptz NOT NULL DEFAULT now()
   );
   CREATE TABLE factory.pace (
     installation bigint PRIMARY KEY,
     writes bigint[] NOT NULL DEFAULT '{}',
     closed_until bigint NOT NULL DEFAULT 0
   );
   CREATE TABLE factory.sweep (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), claimed_at timestamptz NOT NULL);
   INSERT INTO factory.sweep (claimed_at) VALUES ('-infinity')`,
  // The reason that was posted; null, or different from the row's, means that it is still to be posted.
  "ALTER TABLE factory.set_aside ADD COLUMN said text",
];

/** Migrates the tables to this version. Replicas that start together take turns; the second one has nothing to do. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('software-factory migrations'))");
    await sql.query("CREATE SCHEMA IF NOT EXISTS factory");
    await sql.query(
      "CREATE TABLE IF NOT EXISTS factory.migration (number int PRIMARY KEY, at timestamptz DEFAULT now())",
    );
    const [last] = await sql.query<{ number: number | null }>("SELECT max(number) AS number FROM factory.migration");
    const done = last?.number ?? 0;
    if (done > MIGRATIONS.length) {
      throw new Error(`the database is at version ${done}, this App at ${MIGRATIONS.length}: start the newer App`);
    }
    for (const [index, text] of MIGRATIONS.entries()) {
      if (index < done) continue;
      for (const statement of text.split(";")) await sql.query(statement);
      await sql.query("INSERT INTO factory.migration (number) VALUES ($1)", [index + 1]);
    }
  });
}
