import { type BuiltApp, buildApp } from "../support/app-process.js";
import { burst, percentile } from "../support/burst.js";
import { startFleet } from "../support/fleet.js";
import { startPostgres } from "../support/postgres.js";
import { findPostgresql } from "../support/programs/find-postgresql.js";
import { howToGet } from "../support/programs/missing-programs.js";
import { type BenchLine, below, type Progress } from "./bench-line.js";
import { benchMemory } from "./replicas-memory.js";
import { benchThroughput } from "./replicas-throughput.js";

/** What more replicas bring, what many repositories take, and how fast a burst is taken in. */
export async function benchReplicas(progress: Progress): Promise<BenchLine[]> {
  const app = await buildApp();
  try {
    if (findPostgresql() === undefined)
      return [...(await bursts(app, undefined, progress)), ...withoutPostgres(`needs ${howToGet("postgresql")}`)];
    return await withPostgres(app, progress);
  } finally {
    app.remove();
  }
}

async function withPostgres(app: BuiltApp, progress: Progress): Promise<BenchLine[]> {
  const postgres = await startPostgres();
  try {
    return [
      ...(await benchThroughput(app, postgres, progress)),
      ...(await bursts(app, undefined, progress)),
      ...(await bursts(app, await postgres.createDatabase(), progress)),
      ...(await benchMemory(app, await postgres.createDatabase(), progress)),
    ];
  } finally {
    await postgres.stop();
  }
}

function withoutPostgres(why: string): BenchLine[] {
  const names = ["throughput of several processes", "burst, PostgreSQL", "memory of a replica"];
  return names.map((name) => ({ name, value: null, unit: "", note: why }));
}

async function bursts(app: BuiltApp, databaseUrl: string | undefined, progress: Progress): Promise<BenchLine[]> {
  const kind = databaseUrl === undefined ? "in-process" : "PostgreSQL";
  progress(`5000 deliveries in ten seconds, ${kind}`);
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
      body: fleet.deliveryAbout(about),
      count: 5_000,
      seconds: 10,
    });
    return [
      { name: `burst, ${kind}`, value: acknowledged, unit: "of 5000 acknowledged" },
      { name: `burst, ${kind}, p99`, value: percentile(milliseconds, 99), unit: "ms", goal: below(500) },
    ];
  } finally {
    await fleet.stop();
  }
}
