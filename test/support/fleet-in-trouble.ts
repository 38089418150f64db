/**
 * Replicas build products while they are killed at work and their database is restarted. Reports what was done twice.
 */
import { draw } from "../../src/sandbox/faults/draw.js";
import type { BuiltApp } from "./app-process.js";
import { doneTwice } from "./done-twice.js";
import { type FleetReplica, startFleet } from "./fleet.js";
import type { Postgres } from "./postgres.js";
import { type WorkWitness, watchWork } from "./work-witness.js";

export type Campaign = {
  readonly repositories: number;
  readonly installations: number;
  readonly replicas: number;
  readonly kills: number;
  readonly restarts: number;
  readonly seed: number;
  readonly patienceMs?: number;
  readonly sweepMinutes: number;
};

/** Which replica was killed, and the work it held, read from the database afterwards. */
type Death = { readonly place: number; readonly held: readonly string[] };

export type Outcome = {
  readonly released: number;
  readonly deaths: readonly Death[];
  readonly restarts: number;
  readonly twice: readonly string[];
  readonly modelCalls: number;
  readonly seconds: number;
};

/** Trouble comes after each further share of the products is released, so that work is always under way. */
export async function fleetInTrouble(
  app: BuiltApp,
  postgres: Postgres,
  campaign: Campaign,
  print: (line: string) => void = () => {},
): Promise<Outcome> {
  const started = Date.now();
  const databaseUrl = await postgres.createDatabase();
  const fleet = await startFleet(app, { ...campaign, databaseUrl });
  const witness = await watchWork(databaseUrl);
  const places = victims(campaign);
  const deaths: Death[] = [];
  let restarts = 0;
  const due = (done: number, of: number, released: number) =>
    done < of && released >= Math.floor(((done + 0.5) * campaign.repositories) / (of + 1));
  let told = -1;
  try {
    const built = fleet.build(campaign.patienceMs, async (released) => {
      if (released !== told && released % Math.ceil(campaign.repositories / 10) === 0) {
        print(`${released} of ${campaign.repositories} released after ${seconds(started)} s`);
        told = released;
      }
      const place = places[deaths.length] ?? 0;
      const victim = fleet.replicas[place];
      if (victim !== undefined && due(deaths.length, campaign.kills, released)) {
        const held = await killAtWork(victim, witness);
        if (held !== null) {
          // The replica had just completed its work. The next one in its place is struck again.
          if (held.length > 0) deaths.push({ place, held });
          print(`replica ${place + 1} was killed after ${seconds(started)} s; it held ${held.join(", ") || "nothing"}`);
          await fleet.replace(place);
        }
      }
      if (due(restarts, campaign.restarts, released)) {
        restarts += 1;
        await postgres.restart();
        print(`the database was restarted after ${seconds(started)} s`);
      }
    });
    await built.catch((error: Error) => {
      throw new Error(`seed ${campaign.seed}, ${campaign.replicas} replicas: ${error.message}`, { cause: error });
    });
    await fleet.world.forge.idle();
    const twice: string[] = [];
    for (const repository of fleet.repositories) twice.push(...(await doneTwice(fleet.world, repository)));
    const released = fleet.repositories.filter(({ releases }) => releases.size === 1).length;
    return { released, deaths, restarts, twice, modelCalls: fleet.world.seen.length, seconds: seconds(started) };
  } finally {
    await witness.close();
    await fleet.stop();
  }
}

/**
 * The order in which replicas are killed. Every replica is killed once before any is killed again. The seed decides the
 * order.
 */
export function victims({ seed, replicas, kills }: Pick<Campaign, "seed" | "replicas" | "kills">): number[] {
  return Array.from({ length: Math.ceil(kills / replicas) }, (_, round) =>
    Array.from({ length: replicas }, (_, place) => ({ place, at: draw(seed, "victim", round, place) }))
      .sort((a, b) => a.at - b.at)
      .map(({ place }) => place),
  )
    .flat()
    .slice(0, kills);
}

/**
 * Kills a replica at work and returns the work it held; null when it holds none and is left alone. The replica is
 * frozen first, so that it cannot complete its work between the check and the kill. A second check sees what it had
 * already sent to the database.
 */
async function killAtWork(victim: FleetReplica, witness: WorkWitness): Promise<string[] | null> {
  victim.freeze();
  if ((await witness.heldBy(victim.name)).length === 0) {
    victim.thaw();
    return null;
  }
  await victim.kill();
  return witness.heldBy(victim.name);
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1_000);
}
