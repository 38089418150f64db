import { type BuiltApp, buildApp } from "../support/app-process.js";
import { fleetInTrouble } from "../support/fleet-in-trouble.js";
import { type Postgres, startPostgres } from "../support/postgres.js";
import type { Soak } from "./soak-part.js";

/** 200 products by two replicas, and as many by four; `FLEET` and `REPLICAS` ask for less. */
const REPOSITORIES = Number(process.env.FLEET ?? 200);
const REPLICAS = (process.env.REPLICAS ?? "2,4").split(",").map(Number);
const INSTALLATIONS = 8;
const RESTARTS = 2;
/** Not when it ends, which is when all are released, but when nothing more is to be hoped for: a shared machine is slow. */
const PATIENCE_MINUTES = 360;

export const soak: Soak = async ({ minutes, seed, print }) => {
  const app = await buildApp();
  const postgres = await startPostgres();
  try {
    for (const replicas of REPLICAS) await campaign(app, postgres, { replicas, seed, minutes, print });
  } finally {
    await postgres.stop();
    app.remove();
  }
};

async function campaign(
  app: BuiltApp,
  postgres: Postgres,
  {
    replicas,
    seed,
    minutes,
    print,
  }: { replicas: number; seed: number; minutes: number | null; print: (line: string) => void },
): Promise<void> {
  // Each of them twice.
  const kills = 2 * replicas;
  const outcome = await fleetInTrouble(
    app,
    postgres,
    {
      repositories: REPOSITORIES,
      installations: INSTALLATIONS,
      replicas,
      kills,
      restarts: RESTARTS,
      seed,
      patienceMs: (minutes ?? PATIENCE_MINUTES) * 60_000,
      sweepMinutes: 1,
    },
    (line) => print(`${replicas} replicas: ${line}`),
  );
  const { released, deaths, restarts, twice, modelCalls, seconds } = outcome;
  const summary = `${replicas} replicas, seed ${seed}: ${released} of ${REPOSITORIES} released in ${seconds} s after ${deaths.length} deaths at work and ${restarts} restarts of the database; ${modelCalls} requests to the model`;
  const wrong = [
    ...twice,
    ...(released === REPOSITORIES ? [] : ["not every product was released"]),
    ...(deaths.length === kills ? [] : [`${kills} replicas should have been killed at work`]),
    ...(restarts === RESTARTS ? [] : [`the database should have been restarted ${RESTARTS} times`]),
  ];
  if (wrong.length > 0) throw new Error([summary, ...wrong].join("\n"));
  print(`${summary}; nothing twice`);
}
