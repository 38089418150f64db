import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { BuiltApp } from "../support/app-process.js";
import { startFleet } from "../support/fleet.js";
import type { Postgres } from "../support/postgres.js";
import { type BenchLine, type Progress, rounded } from "./bench-line.js";
import { waitUntil } from "./wait-until.js";

const PRODUCTS = Number(process.env.BENCH_PRODUCTS ?? 8);
/** What GitHub takes to answer; the forge alone would answer at once, and processors would be all that is measured. */
const ANSWER_MS = 100;
const PATIENCE_MS = 900_000;

/** Whole products, from merged set-ups to releases, by one, two and four processes of the App on one database. */
export async function benchThroughput(app: BuiltApp, postgres: Postgres, progress: Progress): Promise<BenchLine[]> {
  const perMinute = new Map<number, number>();
  for (const replicas of [1, 2, 4]) {
    progress(`${PRODUCTS} products by ${replicas === 1 ? "one process" : `${replicas} processes`}`);
    const fleet = await startFleet(app, {
      repositories: PRODUCTS,
      installations: 4,
      replicas,
      databaseUrl: await postgres.createDatabase(),
      sweepMinutes: 1_440,
    });
    try {
      fleet.world.forge.intercept({
        beforeRequest: async ({ headers }) => {
          if (/\bghs_/.test(headers.authorization ?? "")) await sleep(ANSWER_MS);
          return { kind: "pass" };
        },
      });
      await waitUntil("every set-up is proposed", () => fleet.repositories.every(({ pulls }) => pulls.size > 0));
      const began = performance.now();
      await fleet.build(PATIENCE_MS);
      perMinute.set(replicas, (PRODUCTS * 60_000) / (performance.now() - began));
    } finally {
      await fleet.stop();
    }
  }
  const one = perMinute.get(1) ?? 1;
  const machine = `${availableParallelism()} processors for them, GitHub, PostgreSQL and the model together`;
  return [...perMinute].map(([replicas, rate]) => ({
    name: `throughput, ${replicas} ${replicas === 1 ? "process" : "processes"}`,
    value: rounded(rate / one),
    unit: "times one process",
    note: `${rate.toFixed(1)} products released a minute; GitHub answers after ${ANSWER_MS} ms; ${machine}`,
  }));
}
