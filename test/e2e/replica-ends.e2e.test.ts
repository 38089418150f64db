import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RepositoryRecord } from "../../src/sandbox/forge/records/repository.js";
import { openDatabase } from "../../src/server/postgres/database.js";
import { BOSS_SCHEMA, QUEUES } from "../../src/server/queue/open-boss.js";
import { type BuiltApp, buildApp } from "../support/app-process.js";
import { doneTwice } from "../support/done-twice.js";
import { type Fleet, startFleet } from "../support/fleet.js";
import { holdAnswer } from "../support/held-request.js";
import { describeOnPostgres } from "../support/postgres.js";
import { until } from "../support/until.js";

/** Nobody sweeps here: whatever goes on, goes on by itself. */
const NO_SWEEP = 1_440;

describeOnPostgres("a replica that ends in the middle of its work", (postgres) => {
  const made: { app?: BuiltApp } = {};
  beforeAll(async () => {
    made.app = await buildApp();
  });
  afterAll(() => made.app?.remove());

  async function begin(databaseUrl: string, repositories: number, meanwhile?: () => Promise<unknown>): Promise<Fleet> {
    if (made.app === undefined) throw new Error("the App was not built");
    return startFleet(made.app, {
      repositories,
      installations: 1,
      replicas: 1,
      databaseUrl,
      sweepMinutes: NO_SWEEP,
      ...(meanwhile === undefined ? {} : { meanwhile }),
    });
  }

  /** A question the App answers at once, where it is at work. */
  async function askForStatus({ world }: Fleet, repository: RepositoryRecord): Promise<void> {
    const issue = [...repository.issues.values()].find(({ isPull }) => !isPull);
    await world.gitHub.rest.issues.createComment({
      owner: world.forge.hub.state.accounts.get(repository.ownerId)?.login ?? "",
      repo: repository.name,
      issue_number: issue?.number ?? 0,
      body: "/factory status",
    });
  }

  /** What was delivered to a dead replica nobody has heard, and nobody sweeps: somebody's word makes the App look again. */
  async function speakAgain(fleet: Fleet): Promise<void> {
    await fleet.world.forge.idle();
    for (const repository of fleet.repositories) await askForStatus(fleet, repository);
  }

  function firstOf({ repositories }: Fleet): RepositoryRecord {
    const [first] = repositories;
    if (first === undefined) throw new Error("there is no repository");
    return first;
  }

  const answersIn = (repository: RepositoryRecord) =>
    [...repository.comments.values()].filter(({ viaApp, body }) => viaApp && body.includes("answer:")).length;

  it("without warning has its reconcile and its calls taken over, by those that are there", async () => {
    let dead = false;
    const silent = async () => {
      while (!dead) await sleep(50);
    };
    const fleet = await begin(await postgres().createDatabase(), 2, silent);
    try {
      const released = fleet.build();
      await until("a call for each product", () => fleet.world.seen.length === 2);
      const first = firstOf(fleet);
      const write = holdAnswer(fleet.world.forge, first);
      await askForStatus(fleet, first);
      await write.arrived;
      await fleet.replace(1);
      await fleet.kill(0);
      const killedAt = Date.now();
      dead = true;
      write.end("hang-up");
      expect({ answers: answersIn(first), calls: fleet.world.seen.length }).toEqual({ answers: 0, calls: 2 });
      // Nobody sweeps, nobody replaces it, and nothing happens that GitHub would tell of.
      await until("the take-over of both", () => answersIn(first) === 1 && fleet.world.seen.length >= 4);
      process.stdout.write(`taken over ${Math.round((Date.now() - killedAt) / 1_000)} s after the death\n`);
      await fleet.replace(0);
      await speakAgain(fleet);
      await released;
      await fleet.world.forge.idle();
      const twice = await Promise.all(fleet.repositories.map((repository) => doneTwice(fleet.world, repository)));
      expect(twice.flat()).toEqual([]);
    } finally {
      dead = true;
      await fleet.stop();
    }
  });

  it("because it was told to finishes what it has begun, and leaves nothing to be taken over", async () => {
    const databaseUrl = await postgres().createDatabase();
    let ended = false;
    const silent = async () => {
      while (!ended) await sleep(50);
    };
    const fleet = await begin(databaseUrl, 1, silent);
    const database = openDatabase(databaseUrl, () => {});
    const reconciles = (state: string) =>
      database.query<{ id: string; retry_count: number }>(
        `SELECT id, retry_count FROM ${BOSS_SCHEMA}.job WHERE name = $1 AND state = $2`,
        [QUEUES.reconciles, state],
      );
    try {
      const released = fleet.build();
      await until("the call", () => fleet.world.seen.length === 1);
      const first = firstOf(fleet);
      const write = holdAnswer(fleet.world.forge, first);
      await askForStatus(fleet, first);
      await write.arrived;
      const [begun] = await reconciles("active");
      await fleet.replace(1);
      const gone = fleet.replicas[0]?.end();
      const state = await Promise.race([gone, sleep(2_000, "at work")]);
      expect(state, "it waits for what it has begun").toBe("at work");
      write.end("pass");
      expect(await gone).toBe(0);
      ended = true;
      expect(answersIn(first)).toBe(1);
      expect(await reconciles("completed")).toContainEqual({ id: begun?.id, retry_count: 0 });
      // The call that was under way is given back at once, to whoever is there.
      await until("the call's next owner", () => fleet.world.seen.length > 1);
      await fleet.replace(0);
      await speakAgain(fleet);
      await released;
      await fleet.world.forge.idle();
      expect(await doneTwice(fleet.world, first)).toEqual([]);
      const tried = await database.query<{ most: number }>(
        `SELECT max(retry_count)::int AS most FROM ${BOSS_SCHEMA}.job WHERE name = $1`,
        [QUEUES.reconciles],
      );
      expect(tried).toEqual([{ most: 0 }]);
    } finally {
      ended = true;
      await database.close();
      await fleet.stop();
    }
  });
});
