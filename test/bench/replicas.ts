import { type BuiltApp, buildApp } from "../support/app-process.js";
import { burst, percentile } from "../support/burst.js";
import { startFleet } from "../support/fleet.js";
import { startPostgres } from "../support/postgres.js";
import type { BenchLine } from "./bench-line.js";
import { benchMemory } from "./replicas-memory.js";
import { benchThroughput } from "./replicas-throughput.js";

/** What more replicas bring, what many repositories take, and how fast a burst is taken in. Needs PostgreSQL. */
export async function benchReplicas(): Promise<BenchLine[]> {
  const postgres = await startPostgres();
  const app = await buildApp();
  try {
    return [
      ...(await benchThroughput(app, postgres)),
      ...(await bursts(app, undefined)),
      ...(await bursts(app, await postgres.createDatabase())),
      ...(await benchMemory(app, await postgres.createDatabase())),
    ];
  } finally {
    await postgres.stop();
    app.remove();
  }
}

async function bursts(app: BuiltApp, databaseUrl: string | undefined): Promise<BenchLine[]> {
  const kind = databaseUrl === undefined ? "in-process" : "PostgreSQL";
  const fleet = await startFleet(app, {
    repositories: 1,
    installations: 1,
    replicas: 1,
    databaseUrl,
    sweepMinutes: 1_440,
  });
  try {
    const [about] = fleet.repositories;
    const [replica] = fleet.replicas;
    if (about === undefined || replica === undefined) throw new Error("there is nobody to tell");
    const { acknowledged, milliseconds } = await burst({
      url: replica.url,
      secret: fleet.world.forge.app.webhookSecret,
      body: fleet.hintAbout(about),
      count: 5_000,
      seconds: 10,
    });
    return [
      { name: `burst, ${kind}`, value: acknowledged, unit: "of 5000 acknowledged" },
      { name: `burst, ${kind}, p99`, value: percentile(milliseconds, 99), unit: "ms", note: "goal: under 500" },
    ];
  } finally {
    await fleet.stop();
  }
}
