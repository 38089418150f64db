import { pino } from "pino";
import { Probot } from "probot";
import { beforeAll, describe, expect, it } from "vitest";
import { LimitedUntil } from "../../../src/domain/errors.js";
import type { Forge, RepositoryRef } from "../../../src/engine/ports.js";
import { installationClients } from "../../../src/github/client/installation-client.js";
import type { Pace } from "../../../src/github/client/write-limiter.js";
import { gitHubForge } from "../../../src/github/forge.js";
import { CONCURRENCY } from "../../../src/server/coordination/coordination.js";
import { openDatabase } from "../../../src/server/postgres/database.js";
import { migrate } from "../../../src/server/postgres/migrations.js";
import { createSharedPace } from "../../../src/server/postgres/shared-pace.js";
import { useForge } from "../../support/forge.js";
import { effectsOfOpenTasks, type PendingEffect } from "../../support/open-tasks.js";
import { describeOnPostgres } from "../../support/postgres.js";
import { secondaryLimits } from "../../support/secondary-limits.js";
import { virtualTime } from "../../support/virtual-time.js";

const TASKS = 200;
const HOUR_MS = 3_600_000;

const timing = virtualTime(Date.parse("2026-03-01T10:00:00Z"));
const local = useForge({ files: { "README.md": "# A\n" }, clock: timing.now });
const world: { repository?: RepositoryRef } = {};

beforeAll(async () => {
  const { data: installation } = await local.app().rest.apps.getRepoInstallation(local.at);
  const { data } = await local.as("admin").rest.repos.get(local.at);
  world.repository = { id: data.id, installation: installation.id, owner: local.at.owner, name: local.at.repo };
  // The request that the status comment stands under.
  for (const title of ["One", "Two", "Build it"]) await local.as("admin").rest.issues.create({ ...local.at, title });
});

function repository(): RepositoryRef {
  if (world.repository === undefined) throw new Error("there is no repository");
  return world.repository;
}

/** GitHub as one replica of the App reaches it. */
async function replica(given: { limitWrites: boolean; paceOf?: (installation: number) => Pace }): Promise<Forge> {
  const { app, url } = local.forge;
  const baseUrl = `${url}/api/v3`;
  const log = pino({ level: "silent" });
  const probot = new Probot({ appId: app.id, privateKey: app.privateKey, baseUrl, log });
  const clients = await installationClients(probot, { baseUrl, timing, ...given });
  const installationOf = () => Promise.reject(new Error("nothing is examined here"));
  return gitHubForge(clients, `${app.slug}[bot]`, {
    appId: app.id,
    installationOf,
    gatesWorkflow: null,
    now: Date.now,
  });
}

async function owedNow(prefix: string): Promise<PendingEffect[]> {
  const { data } = await local.as("admin").rest.git.getRef({ ...local.at, ref: "heads/main" });
  return effectsOfOpenTasks(TASKS, { base: data.object.sha, prefix });
}

/** Every hand takes the next thing owed; whoever must wait comes back when the wait is over, as the loop does. */
async function payAll(
  replicas: readonly Forge[],
  pending: readonly PendingEffect[],
  enough = () => false,
): Promise<void> {
  const left = [...pending];
  const hand = (forge: Forge) => async () => {
    for (let effect = left.shift(); effect !== undefined && !enough(); ) {
      try {
        await forge.perform(repository(), effect);
        effect = left.shift();
      } catch (error) {
        if (!(error instanceof LimitedUntil)) throw error;
        await timing.sleep(Math.max(1, Date.parse(error.until) - timing.now()));
      }
    }
  };
  await timing.during(replicas.flatMap((forge) => Array.from({ length: CONCURRENCY }, () => hand(forge))));
}

async function openPulls(prefix: string): Promise<number> {
  const gitHub = local.as("admin");
  const pulls = await gitHub.paginate(gitHub.rest.pulls.list, { ...local.at, state: "open", per_page: 100 });
  return pulls.filter(({ head }) => head.ref.startsWith(prefix)).length;
}

async function underLimits(
  work: (isHit: () => boolean) => Promise<void>,
): Promise<{ readonly hits: number; readonly hours: number }> {
  const limits = secondaryLimits(timing.now);
  const remove = local.forge.intercept(limits);
  const began = timing.now();
  try {
    await work(() => limits.hits() > 0);
  } finally {
    remove();
  }
  return { hits: limits.hits(), hours: (timing.now() - began) / HOUR_MS };
}

describe("the effects of 200 active tasks", () => {
  it("are written without hitting a secondary limit of GitHub, however long that takes", async () => {
    const one = await replica({ limitWrites: true });
    const { hits, hours } = await underLimits(async () => payAll([one], await owedNow("one")));
    expect({ hits, pulls: await openPulls("one/") }).toEqual({ hits: 0, pulls: TASKS });
    expect(hours, "more than an hour allows").toBeGreaterThan(1);
  });

  it("would hit one without the limiter, which validates the test", async () => {
    const hasty = await replica({ limitWrites: false });
    const { hits } = await underLimits(async (isHit) => payAll([hasty], await owedNow("hasty"), isHit));
    expect(hits).toBeGreaterThan(0);
  });
});

describeOnPostgres("the effects of 200 active tasks, written by two replicas", (postgres) => {
  /** The database's clock is the one of the test: its own is found before PostgreSQL's. */
  async function onVirtualTime() {
    const url = await postgres().createDatabase();
    const admin = openDatabase(url, () => {});
    await migrate(admin);
    await admin.query("CREATE SCHEMA virtual");
    await admin.query("CREATE TABLE virtual.clock (ms bigint NOT NULL)");
    await admin.query("INSERT INTO virtual.clock VALUES ($1)", [timing.now()]);
    await admin.query(
      `CREATE FUNCTION virtual.clock_timestamp() RETURNS timestamptz LANGUAGE sql
       AS 'SELECT pg_catalog.to_timestamp(ms / 1000.0) FROM virtual.clock'`,
    );
    const name = new URL(url).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} SET search_path = virtual, pg_catalog, public`);
    timing.tell(async (now) => void (await admin.query("UPDATE virtual.clock SET ms = $1", [now])));
    const databases = [openDatabase(url, () => {}), openDatabase(url, () => {})];
    return {
      databases,
      async close() {
        timing.tell(async () => {});
        for (const database of [admin, ...databases]) await database.close();
      },
    };
  }

  it("hit no limit either, because the replicas share one limiter", async () => {
    const { databases, close } = await onVirtualTime();
    try {
      const both = await Promise.all(
        databases.map((database) =>
          replica({ limitWrites: true, paceOf: (installation) => createSharedPace(database, installation, timing) }),
        ),
      );
      const { hits, hours } = await underLimits(async () => payAll(both, await owedNow("both")));
      expect({ hits, pulls: await openPulls("both/") }).toEqual({ hits: 0, pulls: TASKS });
      expect(hours).toBeGreaterThan(1);
    } finally {
      await close();
    }
  });

  it("would hit one if each replica had its own limiter", async () => {
    const each = [await replica({ limitWrites: true }), await replica({ limitWrites: true })];
    const { hits } = await underLimits(async (isHit) => payAll(each, await owedNow("each"), isHit));
    expect(hits).toBeGreaterThan(0);
  });
});
