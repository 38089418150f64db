import { LimitedUntil } from "../../domain/errors.js";
import { nextWriteAt, stillCounting } from "../../github/client/next-write-at.js";
import { LONGEST_SLEEP_MS, type Pace, type Timing, untoldWait } from "../../github/client/write-limiter.js";
import type { Database } from "./database.js";

const GITHUBS = "GitHub limits this installation";
const OUR_OWN = "the App's own pace";
/** How long "no limit" is cached before a read; otherwise every read would query the database. */
const NEWS_MS = 1_000;

type Row = { readonly now: string; readonly writes: readonly string[]; readonly closed_until: string };

/** The same clock for every replica: the database's. */
const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** One write limit for an installation across all replicas, because GitHub counts them together. */
export function createSharedPace(database: Database, installation: number, timing: Timing): Pace {
  let closed = { wait: 0, knownAt: Number.NEGATIVE_INFINITY };
  let untold = 0;

  async function waitFor(milliseconds: number, limit: string): Promise<void> {
    if (milliseconds > LONGEST_SLEEP_MS) throw new LimitedUntil(timing.now() + milliseconds, limit);
    if (milliseconds > 0) await timing.sleep(milliseconds);
  }

  /** Reserves the next slot across all replicas; returns the time until then. */
  async function takePlace(): Promise<{ readonly wait: number; readonly limit: string }> {
    return database.transaction(async (sql) => {
      await sql.query("INSERT INTO factory.pace (installation) VALUES ($1) ON CONFLICT DO NOTHING", [installation]);
      const [row] = await sql.query<Row>(
        `SELECT ${NOW} AS now, writes, closed_until FROM factory.pace WHERE installation = $1 FOR UPDATE`,
        [installation],
      );
      if (row === undefined) throw new Error(`installation ${installation} has lost its pace`);
      const now = Number(row.now);
      const closedUntil = Number(row.closed_until);
      const history = stillCounting(row.writes.map(Number), now);
      const at = Math.max(closedUntil, nextWriteAt(history, now));
      const wait = at - now;
      // A slot an hour away is not reserved: the caller comes back later and asks again.
      if (wait <= LONGEST_SLEEP_MS) {
        const text = "UPDATE factory.pace SET writes = $2 WHERE installation = $1";
        await sql.query(text, [installation, [...history, at]]);
      }
      return { wait, limit: closedUntil >= at ? GITHUBS : OUR_OWN };
    });
  }

  return {
    async beforeRead() {
      if (timing.now() - closed.knownAt >= NEWS_MS) {
        const [row] = await database.query<{ wait: string }>(
          `SELECT closed_until - ${NOW} AS wait FROM factory.pace WHERE installation = $1`,
          [installation],
        );
        closed = { wait: Number(row?.wait ?? 0), knownAt: timing.now() };
      }
      await waitFor(closed.knownAt + closed.wait - timing.now(), GITHUBS);
    },
    async beforeWrite() {
      const { wait, limit } = await takePlace();
      await waitFor(wait, limit);
    },
    async limited(endsAt) {
      const wait = endsAt === null ? untoldWait(untold) : endsAt - timing.now();
      untold = endsAt === null ? untold + 1 : 0;
      const [row] = await database.query<{ wait: string }>(
        `INSERT INTO factory.pace AS pace (installation, closed_until) VALUES ($1, ${NOW} + $2::bigint)
         ON CONFLICT (installation) DO UPDATE SET closed_until = greatest(pace.closed_until, excluded.closed_until)
         RETURNING closed_until - ${NOW} AS wait`,
        [installation, Math.ceil(wait)],
      );
      closed = { wait: Number(row?.wait ?? wait), knownAt: timing.now() };
      return closed.knownAt + closed.wait;
    },
    answered() {
      untold = 0;
    },
  };
}
