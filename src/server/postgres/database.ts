import pg from "pg";
import { messageOf } from "../../domain/errors.js";

/** Runs a statement, inside a transaction or not. */
export type Sql = {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/** What replicas share beside git. It has no state of a product: all of it can be lost and is derived again. */
export type Database = Sql & {
  /** All or nothing. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Idempotent. */
  close(): Promise<void>;
};

/** A delivery must be answered within ten seconds, so connecting must take less. */
const CONNECT_MS = 4_000;
const STATEMENT_MS = 30_000;
const CONNECTIONS = 8;

/** A pool whose broken connections are logged and replaced: a restart of the database is only a pause. */
export function openDatabase(url: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: "software-factory",
  });
  pool.on("error", onError);
  return {
    query: async (text, values) => rowsOf(await pool.query(text, values === undefined ? undefined : [...values])),
    async transaction(work) {
      const client = await pool.connect();
      // Between two statements there is no other listener; without this one, an ended connection would end the process.
      client.on("error", onError);
      let broken: Error | undefined;
      try {
        await client.query("BEGIN");
        const done = await work({
          query: async (text, values) => rowsOf(await client.query(text, values === undefined ? [] : [...values])),
        });
        await client.query("COMMIT");
        return done;
      } catch (error) {
        broken = error instanceof Error ? error : new Error(String(error));
        throw error;
      } finally {
        client.off("error", onError);
        // A connection with a failed transaction is not used again.
        client.release(broken);
      }
    },
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

/** Why no client can be made for this address, or null; without the address, which has a password. */
export function whyNoDatabaseAddress(url: string): string | null {
  try {
    new pg.Client({ connectionString: url });
    return null;
  } catch (error) {
    const form = "postgres://user:password@host:5432/database, with special characters of the password percent-encoded";
    return `cannot be used (${messageOf(error)}): correct it; it looks like ${form}`;
  }
}

/** Several statements in one text have several results; the rows of the last one are returned. */
function rowsOf<Row extends pg.QueryResultRow>(result: pg.QueryResult<Row> | pg.QueryResult<Row>[]): Row[] {
  return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows;
}
