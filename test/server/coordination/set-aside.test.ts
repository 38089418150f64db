/** What becomes of a repository that is set aside, where saying so or working again goes wrong. On a real PostgreSQL. */
import { afterEach, expect, it } from "vitest";
import { LimitedUntil } from "../../../src/domain/errors.js";
import type { JobResult } from "../../../src/engine/ports.js";
import type { Services } from "../../../src/server/coordination/coordination.js";
import { clearSetAside, listSetAside, noteSaid, restingIds, setAside } from "../../../src/server/postgres/set-aside.js";
import { BOSS_SCHEMA, QUEUES } from "../../../src/server/queue/open-boss.js";
import { NOW } from "../../support/loop.js";
import { describeOnPostgres } from "../../support/postgres.js";
import { type Replica, repository, startReplica } from "../../support/replica.js";
import { until } from "../../support/until.js";

const RESULT: JobResult = { events: [{ kind: "said", at: NOW, key: "x" }], files: [] };

describeOnPostgres("a repository that is set aside", (postgres) => {
  const replicas: Replica[] = [];
  afterEach(async () => {
    for (const replica of replicas.splice(0)) await replica.stop();
  });
  /** One replica, and one repository that it set aside two hours ago and said so. */
  async function aside(services: Partial<Services>): Promise<Replica> {
    const one = await startReplica(await postgres().createDatabase(), services);
    replicas.push(one);
    await one.idle();
    await noteSaid(one.database, await setAside(one.database, repository(1), "502 from afar"));
    await one.database.query("UPDATE factory.set_aside SET tried_at = now() - interval '2 hours'");
    return one;
  }

  it("rests again if it fails again, with the last reason", async () => {
    const said: (string | undefined)[] = [];
    const one = await aside({ saySetAside: async (_, given) => void said.push(given?.reason) });
    expect(await restingIds(one.database)).toEqual(new Set());
    await one.database.query(
      `INSERT INTO ${BOSS_SCHEMA}.job (name, data, output, retry_limit) VALUES ($1, $2, '{"message":"it died"}', 5)`,
      [QUEUES.setAside, JSON.stringify(repository(1))],
    );
    await until("the rest", async () => (await restingIds(one.database)).has(1));
    await one.idle();
    expect(await listSetAside(one.database)).toMatchObject([{ reason: "502 from afar", said: true }]);
    expect(said).toEqual([]);
  });

  it("keeps its paid results and is not tried over and over if it works again and the comment cannot be posted", async () => {
    let runs = 0;
    const given: JobResult[] = [];
    const one = await aside({
      hear: async () => RESULT,
      reconcile: async (_, __, results) => {
        runs += 1;
        given.push(...results);
        return { kind: "settled" };
      },
      saySetAside: async () => {
        throw new Error("403: the repository is archived");
      },
    });
    const pressed = { repository: repository(1), button: "retry", by: { login: "ada", type: "User" } } as const;
    await one.press({ ...pressed, check: 5, head: "a".repeat(40) });
    await until("the look", () => runs > 0);
    await one.idle();
    expect({ runs, given }).toEqual({ runs: 1, given: [RESULT] });
    expect(one.warnings).toEqual([expect.stringContaining("works again could not be said")]);
    expect(await listSetAside(one.database), "whoever looks next tries to say it").toHaveLength(1);
    expect(await restingIds(one.database)).toEqual(new Set([1]));
  });

  it("waits for the end of a rate limit before it posts that it works again", async () => {
    let tries = 0;
    const one = await aside({
      saySetAside: async () => {
        tries += 1;
        if (tries === 1) throw new LimitedUntil(Date.now() + 10, "GitHub's limit");
      },
    });
    await one.trigger([repository(1)]);
    await until("the word", () => tries === 2);
    await one.idle();
    expect(await listSetAside(one.database)).toEqual([]);
  });

  it("is not reported as such if it worked again meanwhile", async () => {
    const said: (string | undefined)[] = [];
    const held: { one?: Replica } = {};
    const one = await aside({
      installed: async function* () {
        yield repository(1);
      },
      saySetAside: async (at, given) => {
        said.push(given?.reason);
        if (given !== null && held.one !== undefined) await clearSetAside(held.one.database, at);
      },
    });
    held.one = one;
    await setAside(one.database, repository(1), "403 from afar");
    await one.sweep();
    expect(said).toEqual(["403 from afar", undefined]);
    expect(await listSetAside(one.database)).toEqual([]);
  });
});
