/** What replicas promise each other, on a real PostgreSQL: each replica here is one, with a loop that the test plays. */
import { afterEach, expect, it } from "vitest";
import { LimitedUntil } from "../../../src/domain/errors.js";
import type { JobResult } from "../../../src/engine/ports.js";
import type { Settled } from "../../../src/engine/reconcile/reconcile.js";
import type { Services } from "../../../src/server/coordination/coordination.js";
import { openDatabase } from "../../../src/server/postgres/database.js";
import { createJobLeases } from "../../../src/server/postgres/job-leases.js";
import { migrate } from "../../../src/server/postgres/migrations.js";
import { noteSaid, setAside } from "../../../src/server/postgres/set-aside.js";
import { BOSS_SCHEMA, openBoss, QUEUES } from "../../../src/server/queue/open-boss.js";
import { queueCounts } from "../../../src/server/queue/queue-counts.js";
import { sendReconciles } from "../../../src/server/queue/send-reconciles.js";
import { takeNext } from "../../../src/server/queue/take-next.js";
import { aUsageLine } from "../../support/artifacts.js";
import { NOW } from "../../support/loop.js";
import { describeOnPostgres } from "../../support/postgres.js";
import { draftJob, held, type Replica, repository, startReplica } from "../../support/replica.js";
import { until } from "../../support/until.js";

const SETTLED: Settled = { kind: "settled" };
const RESULT: JobResult = { events: [{ kind: "said", at: NOW, key: "x" }], files: [{ path: "a", text: "\u0000 b" }] };

describeOnPostgres("replicas on one PostgreSQL", (postgres) => {
  const replicas: Replica[] = [];
  afterEach(async () => {
    for (const replica of replicas.splice(0)) await replica.stop();
  });
  async function start(url: string, services: Partial<Services>): Promise<Replica> {
    const replica = await startReplica(url, services);
    replicas.push(replica);
    return replica;
  }
  const hurry = ({ database }: Replica) =>
    database.query(`UPDATE ${BOSS_SCHEMA}.job SET start_after = now() WHERE state = 'retry'`);

  it("start together on an empty database, and sweep once", async () => {
    const url = await postgres().createDatabase();
    let sweeps = 0;
    const installed = async function* () {
      sweeps += 1;
      yield repository(1);
      yield repository(2);
    };
    const seen: number[] = [];
    const reconcile: Services["reconcile"] = async ({ id }) => {
      seen.push(id);
      return SETTLED;
    };
    const [one] = await Promise.all([1, 2, 3, 4].map(() => start(url, { installed, reconcile })));
    await until("both looks", () => seen.length >= 2);
    await one?.idle();
    expect({ sweeps, seen: seen.sort() }).toEqual({ sweeps: 1, seen: [1, 2] });
  });

  it("reconcile a repository one at a time, and once more for all that came meanwhile", async () => {
    const url = await postgres().createDatabase();
    const work = held();
    let atOnce = 0;
    let most = 0;
    let runs = 0;
    const reconcile: Services["reconcile"] = async () => {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await work.hold();
      atOnce -= 1;
      return SETTLED;
    };
    const [one, other] = await Promise.all([start(url, { reconcile }), start(url, { reconcile })]);
    await one.trigger([repository(1)]);
    await until("the first run", () => work.count() === 1);
    await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? one : other).trigger([repository(1)])));
    work.endHold();
    await until("the run after it", () => work.count() === 1);
    work.endHold();
    await one.idle();
    expect({ runs, most }).toEqual({ runs: 2, most: 1 });
  });

  it("skip a busy repository, and do not let one installation block another", async () => {
    const url = await postgres().createDatabase();
    const work = held();
    const order: number[] = [];
    const reconcile: Services["reconcile"] = async ({ id }) => {
      order.push(id);
      await work.hold();
      return SETTLED;
    };
    const one = await start(url, { reconcile });
    await one.trigger(Array.from({ length: 12 }, (_, index) => repository(index + 1, 1)));
    await until("a full house", () => work.count() === 4);
    const busy = order[0] ?? 0;
    await one.trigger([repository(busy, 1)]);
    await one.trigger([repository(99, 2)]);
    work.endHold();
    await until("the next", () => order.length === 5);
    expect(order[4]).toBe(99);
    await until("the rest", () => {
      work.endHold();
      return order.length === 14 && work.count() === 0;
    });
    await one.idle();
    expect(order.toSorted((a, b) => a - b)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 99, busy].sort((a, b) => a - b),
    );
  });

  it("reconcile triggers first, and then the repositories of a sweep", async () => {
    const url = await postgres().createDatabase();
    const work = held();
    const order: number[] = [];
    const installed = async function* () {
      for (let id = 1; id <= 12; id += 1) yield repository(id);
    };
    const one = await start(url, {
      installed,
      reconcile: async ({ id }) => {
        order.push(id);
        await work.hold();
        return SETTLED;
      },
    });
    await until("a full house", () => work.count() === 4);
    const [waiting = 0] = Array.from({ length: 12 }, (_, index) => index + 1)
      .filter((id) => !order.includes(id))
      .slice(-1);
    await one.trigger([repository(waiting)]);
    work.endHold();
    await until("the next", () => order.length === 5);
    expect(order[4]).toBe(waiting);
    await until("the rest", () => {
      work.endHold();
      return order.length === 12 && work.count() === 0;
    });
  });

  it("take over what a dead one was reconciling", async () => {
    const url = await postgres().createDatabase();
    const dead = openDatabase(url, () => {});
    await migrate(dead);
    const boss = await openBoss(dead, () => {});
    await sendReconciles(boss, [repository(1)], { sql: dead });
    expect(await takeNext(dead, QUEUES.reconciles)).not.toBeNull();
    await boss.stop({ graceful: false });
    let taken = 0;
    const living = await start(url, {
      reconcile: async () => {
        taken += 1;
        return SETTLED;
      },
    });
    await living.trigger([repository(1)]);
    await dead.query(
      `UPDATE ${BOSS_SCHEMA}.job SET started_on = started_on - interval '61 seconds' WHERE state = 'active'`,
    );
    expect(taken, "nobody else while it may live").toBe(0);
    // Which replicas do every twenty seconds, taking turns.
    await boss.expire();
    await until("the take-over", () => taken === 2);
    await dead.close();
  });

  it("wait for the end of a rate limit without counting it as a failure", async () => {
    const url = await postgres().createDatabase();
    let runs = 0;
    const one = await start(url, {
      reconcile: async () => {
        runs += 1;
        if (runs < 9) throw new LimitedUntil(Date.now() + 10, "GitHub limits this installation");
        return SETTLED;
      },
    });
    await one.trigger([repository(1)]);
    await until("the end of all limits", () => runs === 9);
    await one.idle();
    expect(await one.facts()).toMatchObject({ waiting: 0, setAside: 0 });
  });

  it("set a repository aside that keeps failing, post the reason, and resume it when it works", async () => {
    const url = await postgres().createDatabase();
    let broken = true;
    let isInstalled = true;
    let runs = 0;
    const said: (string | undefined)[] = [];
    const one = await start(url, {
      installed: async function* () {
        if (isInstalled) yield repository(1);
      },
      reconcile: async ({ id }) => {
        if (id === 1) runs += 1;
        if (id === 1 && broken) throw new Error("502 from afar");
        return SETTLED;
      },
      saySetAside: async (_, aside) => void said.push(aside?.reason),
    });
    await until("the verdict", async () => {
      await hurry(one);
      return said.length === 1;
    });
    expect({ runs, said }).toEqual({ runs: 6, said: ["502 from afar"] });
    await one.idle();
    expect((await one.facts()).setAside).toBe(1);

    await one.sweep();
    await one.trigger([repository(2)]);
    await one.idle();
    expect(runs, "a sweep passes over it").toBe(6);

    await one.trigger([repository(1)]);
    await one.idle();
    expect(runs, "a trigger is one more try, not another series").toBe(7);

    broken = false;
    await one.trigger([repository(1)]);
    await one.idle();
    expect(said).toEqual(["502 from afar", undefined]);
    expect((await one.facts()).setAside).toBe(0);

    await setAside(one.database, repository(1), "502 from afar");
    isInstalled = false;
    await one.sweep();
    expect((await one.facts()).setAside, "nobody counts what is not installed any more").toBe(0);
  });

  it.each([
    { what: "a character that PostgreSQL does not keep", reason: "a \u0000 b", kept: "a \uFFFD b" },
    { what: "half a character, where a message was cut", reason: "a \uD83D", kept: "a \uFFFD" },
  ])("set a repository aside whose reason has $what, and stay with it", async ({ reason, kept }) => {
    const url = await postgres().createDatabase();
    let runs = 0;
    const said: (string | undefined)[] = [];
    const one = await start(url, {
      reconcile: async () => {
        runs += 1;
        throw new Error(reason);
      },
      saySetAside: async (_, aside) => void said.push(aside?.reason),
    });
    await one.trigger([repository(1)]);
    await until("the verdict", async () => {
      await hurry(one);
      return said.length === 1;
    });
    await one.idle();
    await one.trigger([repository(1)]);
    await one.idle();
    expect({ runs, said }).toEqual({ runs: 7, said: [kept] });
  });

  it("post why a repository is set aside as soon as that is possible, and once", async () => {
    const url = await postgres().createDatabase();
    let reason = "502 from afar";
    let silent = true;
    const said: (string | undefined)[] = [];
    const one = await start(url, {
      installed: async function* () {
        yield repository(1);
      },
      reconcile: async () => {
        throw new Error(reason);
      },
      saySetAside: async (_, aside) => {
        if (silent) throw new Error("502 from afar as well");
        said.push(aside?.reason);
      },
    });
    await until("the verdict", async () => {
      await hurry(one);
      return (await one.facts()).setAside === 1;
    });
    await until("the warning", () => one.warnings.some((warning) => warning.includes("could not be said")));
    await one.idle();
    await one.sweep();
    expect(said).toEqual([]);

    silent = false;
    await one.sweep();
    await one.sweep();
    expect(said, "by the sweep, which does not look at it").toEqual(["502 from afar"]);

    reason = "403 from afar";
    await one.trigger([repository(1)]);
    await one.trigger([repository(1)]);
    await one.idle();
    expect(said, "and when there is another reason").toEqual(["502 from afar", "403 from afar"]);
  });

  it("do not leave the comment that a repository is set aside if it works again", async () => {
    const url = await postgres().createDatabase();
    let silent = true;
    let tries = 0;
    const said: (string | undefined)[] = [];
    const one = await start(url, {
      installed: async function* () {
        yield repository(1);
      },
      saySetAside: async (_, aside) => {
        tries += 1;
        if (silent) throw new Error("502 from afar");
        said.push(aside?.reason);
      },
    });
    await one.idle();
    await noteSaid(one.database, await setAside(one.database, repository(1), "502 from afar"));
    await one.trigger([repository(1)]);
    await until("the first try to say it", () => tries > 0);
    await one.idle();
    silent = false;
    await one.trigger([repository(1)]);
    await one.idle();
    expect(said).toEqual([undefined]);
    expect((await one.facts()).setAside).toBe(0);
  });

  it("take over from a replica that died while it set a repository aside", async () => {
    const url = await postgres().createDatabase();
    const dead = openDatabase(url, () => {});
    await migrate(dead);
    const boss = await openBoss(dead, () => {});
    // As pg-boss makes a dead letter: with its own defaults for all that is not named.
    await dead.query(
      `INSERT INTO ${BOSS_SCHEMA}.job (name, data, output, retry_limit) VALUES ($1, $2, '{"message":"502 from afar"}', 5)`,
      [QUEUES.setAside, JSON.stringify(repository(1))],
    );
    expect(await takeNext(dead, QUEUES.setAside)).not.toBeNull();
    await setAside(dead, repository(1), "502 from afar");
    // No sweep at the start: where nothing is installed, it would forget what is set aside.
    await dead.query("UPDATE factory.sweep SET claimed_at = now()");
    const said: (string | undefined)[] = [];
    await start(url, { saySetAside: async (_, aside) => void said.push(aside?.reason) });
    await dead.query(
      `UPDATE ${BOSS_SCHEMA}.job SET started_on = started_on - interval '61 seconds' WHERE state = 'active'`,
    );
    await boss.expire();
    await until("the verdict", () => said.length === 1);
    expect(said).toEqual(["502 from afar"]);
    await boss.stop({ graceful: false });
    await dead.close();
  });

  it("ask the model once while its owner lives, and pass the answer to the replica that reconciles", async () => {
    const url = await postgres().createDatabase();
    const calls = held();
    let asked = 0;
    const taken: (readonly JobResult[])[] = [];
    const runJob: Services["runJob"] = async () => {
      asked += 1;
      await calls.hold();
      return RESULT;
    };
    const owing: Services["reconcile"] = async (at, jobs, given) => {
      if (given.length > 0) taken.push(given);
      else await jobs.start(at, draftJob("draft-1"));
      return SETTLED;
    };
    const [one, other] = await Promise.all([
      start(url, { runJob, reconcile: owing }),
      start(url, { runJob, reconcile: owing }),
    ]);
    for (let round = 0; round < 6; round += 1) {
      await (round % 2 ? one : other).trigger([repository(1)]);
      await one.idle();
    }
    expect(asked).toBe(1);
    calls.endHold();
    await until("the answer", () => taken.length === 1);
    await one.idle();
    expect(taken).toEqual([[RESULT]]);
    await one.trigger([repository(1)]);
    await until("the next call, which is owed again by this loop", () => calls.count() === 1);
    expect(asked).toBe(2);
    calls.endHold();
  });

  it("adopt the call of a replica that stops in order at once, and of a dead one when its lease has ended", async () => {
    const url = await postgres().createDatabase();
    const asked: string[] = [];
    const never = (who: string): Partial<Services> => ({
      runJob: (at, __, signal) => {
        asked.push(`${who} ${at.id}`);
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
      },
      reconcile: async (at, jobs) => {
        await jobs.start(at, draftJob("draft-1"));
        return SETTLED;
      },
    });
    const first = await startReplica(url, never("first"));
    await first.trigger([repository(1)]);
    await until("the first call", () => asked.length === 1);
    const second = await start(url, never("second"));
    await first.stop();
    await until("the second's turn", () => asked.length === 2);
    const dead = createJobLeases({ database: second.database, owner: "dead", enqueue: async () => {} });
    expect(await dead.take(repository(2), "draft-1")).toBe(true);
    await second.trigger([repository(2)]);
    await second.idle();
    expect(asked).toEqual(["first 1", "second 1"]);
    await second.database.query(
      "UPDATE factory.job_lease SET expires_at = now() - interval '1 second' WHERE owner = 'dead'",
    );
    await until("the dead one's call", () => asked.length === 3);
    expect(asked.at(-1)).toBe("second 2");
  });

  it("start a postponed job not before its time, whatever triggers arrive, and then by themselves; its cost is paid at once", async () => {
    const url = await postgres().createDatabase();
    const putOffTo = new Date(Date.now() + 3_600_000).toISOString();
    const usage = [aUsageLine({ at: NOW, task: null })];
    const given: JobResult[] = [];
    let asked = 0;
    const one = await start(url, {
      runJob: async () => {
        asked += 1;
        const events = [{ kind: "question-postponed" as const, at: NOW, job: "draft-1", why: "529", usage }];
        return { events, files: [], again: { until: putOffTo, why: "the model cannot be had" } };
      },
      reconcile: async (at, jobs, results) => {
        given.push(...results);
        await jobs.start(at, draftJob("draft-1"));
        return SETTLED;
      },
    });
    await one.trigger([repository(1)]);
    await until("its cost", () => given.length === 1);
    expect(given[0]).not.toHaveProperty("again");
    await one.trigger([repository(1)]);
    await one.idle();
    expect(asked).toBe(1);
    const passes = "UPDATE factory.job_lease SET expires_at = expires_at - interval '61 minutes' RETURNING owner";
    expect(await one.database.query(passes)).toEqual([{ owner: "" }]);
    await until("the second call", () => asked === 2);
  });

  it("cancel a call on any replica", async () => {
    const url = await postgres().createDatabase();
    let cancelled = 0;
    let calls = 0;
    let paused = false;
    const runJob: Services["runJob"] = (_, __, signal) => {
      calls += 1;
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => {
          cancelled += 1;
          reject(new Error("aborted"));
        }),
      );
    };
    const owner = await start(url, {
      runJob,
      reconcile: async (at, jobs) => {
        if (!paused) await jobs.start(at, draftJob("draft-1"));
        return SETTLED;
      },
    });
    await owner.trigger([repository(1)]);
    await until("the call", () => calls === 1);
    paused = true;
    const other = await start(url, {
      reconcile: async (at, jobs) => {
        await jobs.cancelAll(at);
        return SETTLED;
      },
    });
    // Whichever replica takes it: until the one that pauses has had its turn.
    await until("the end of the call", async () => {
      await other.trigger([repository(1)]);
      return cancelled === 1;
    });
  });

  it("keep only the cost of a cancelled call", async () => {
    const url = await postgres().createDatabase();
    const usage = [aUsageLine({ at: NOW, task: null, cost_usd: 0.5 })];
    const answer: JobResult = {
      events: [{ kind: "draft-failed", at: NOW, round: 1, why: "The call was cancelled.", usage }],
      files: [{ path: "a", text: "b" }],
    };
    const given: JobResult[] = [];
    let calls = 0;
    let paused = false;
    const one = await start(url, {
      runJob: (_, __, signal) => {
        calls += 1;
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(answer)));
      },
      reconcile: async (at, jobs, results) => {
        given.push(...results);
        if (paused) await jobs.cancelAll(at);
        else await jobs.start(at, draftJob("draft-1"));
        return SETTLED;
      },
    });
    await one.trigger([repository(1)]);
    await until("the call", () => calls === 1);
    paused = true;
    await one.trigger([repository(1)]);
    await until("its cost", () => given.length > 0);
    expect(given).toEqual([{ events: [{ kind: "calls-charged", at: NOW, usage }], files: [] }]);
  });

  it("log that a sweep failed, or a button could not be processed, and try again", async () => {
    const url = await postgres().createDatabase();
    let broken = true;
    let heard = 0;
    const one = await start(url, {
      installed: async function* () {
        if (broken) throw new Error("502 from afar");
        yield repository(1);
      },
      hear: async () => {
        if (broken) throw new Error("502 from afar");
        heard += 1;
        return RESULT;
      },
    });
    const pressed = { repository: repository(1), button: "retry", by: { login: "ada", type: "User" } } as const;
    await one.press({ ...pressed, check: 5, head: "a".repeat(40) });
    for (const told of ["the sweep failed", "a button could not be heard"])
      await until(told, () => one.errors.includes(told));
    broken = false;
    await hurry(one);
    await one.idle();
    expect(heard).toBe(1);
  });

  it("refuse a button with an answer after its person could not be looked up, try after try", async () => {
    const url = await postgres().createDatabase();
    const given: JobResult[] = [];
    let tries = 0;
    const one = await start(url, {
      hear: async () => {
        tries += 1;
        throw new Error("502 from afar");
      },
      unheard: ({ button }) => ({ ...RESULT, files: [{ path: button, text: "" }] }),
      reconcile: async (_, __, results) => {
        given.push(...results);
        return SETTLED;
      },
    });
    const pressed = { repository: repository(1), button: "retry", by: { login: "ada", type: "User" } } as const;
    await one.press({ ...pressed, check: 5, head: "a".repeat(40) });
    await until("the refusal", async () => {
      await hurry(one);
      return given.length > 0;
    });
    await one.idle();
    expect({ tries, given }).toEqual({ tries: 6, given: [{ ...RESULT, files: [{ path: "retry", text: "" }] }] });
    expect((await one.facts()).setAside, "its repository has nothing to do with it").toBe(0);
  });

  it("process the buttons of a repository in the order of pressing, also if the first must be tried again", async () => {
    const url = await postgres().createDatabase();
    const heard: string[] = [];
    let broken = true;
    const one = await start(url, {
      hear: async ({ repository: { id }, button }) => {
        if (broken && id === 1) throw new Error("502 from afar");
        heard.push(`${button} of ${id}`);
        return RESULT;
      },
    });
    const press = (id: number, button: "pause" | "continue") =>
      one.press({
        repository: repository(id),
        button,
        by: { login: "ada", type: "User" },
        check: 5,
        head: "a".repeat(40),
      });
    await press(1, "pause");
    await until("the first try", () => one.errors.includes("a button could not be heard"));
    broken = false;
    await press(1, "continue");
    await press(2, "pause");
    await until("another's", () => heard.length > 0);
    await hurry(one);
    await until("all", () => heard.length === 3);
    expect(heard).toEqual(["pause of 2", "pause of 1", "continue of 1"]);
  });

  it("process a button once that was committed when the connection ended", async () => {
    const url = await postgres().createDatabase();
    const given: JobResult[] = [];
    let lost = 0;
    const one = await startReplica(
      url,
      {
        hear: async () => RESULT,
        reconcile: async (_, __, results) => {
          given.push(...results);
          return SETTLED;
        },
      },
      (database) => ({
        ...database,
        async transaction(work) {
          let isHearing = false;
          const done = await database.transaction((sql) =>
            work({
              query: (text, values) => {
                isHearing ||= text.startsWith("INSERT INTO factory.job_result");
                return sql.query(text, values);
              },
            }),
          );
          if (isHearing && lost === 0) {
            lost += 1;
            throw new Error("the connection ended");
          }
          return done;
        },
      }),
    );
    replicas.push(one);
    const pressed = { repository: repository(1), button: "retry", by: { login: "ada", type: "User" } } as const;
    await one.press({ ...pressed, check: 5, head: "a".repeat(40) });
    await until("the loss", () => one.errors.includes("a button could not be heard"));
    await until("all that follows", async () => {
      await hurry(one);
      return (await queueCounts(one.database)).unfinished === 0;
    });
    expect({ lost, given }).toEqual({ lost: 1, given: [RESULT] });
  });

  it("do not note twice what was passed on before a crash", async () => {
    const url = await postgres().createDatabase();
    const given: (readonly JobResult[])[] = [];
    let crash = true;
    const one = await start(url, {
      hear: async () => RESULT,
      reconcile: async (_, __, results) => {
        given.push(results);
        if (crash) throw new Error("the end");
        return SETTLED;
      },
    });
    const pressed = { repository: repository(1), button: "retry", by: { login: "ada", type: "User" } } as const;
    await one.press({ ...pressed, check: 5, head: "a".repeat(40) });
    await until("the first hand-over", () => given.length === 1);
    crash = false;
    await hurry(one);
    await one.idle();
    expect(given).toEqual([[RESULT], [{ ...RESULT, handedBefore: true }]]);
  });

  it("refuse what they cannot store, are not ready, and continue when the database is back", async () => {
    const url = await postgres().createDatabase();
    const seen: number[] = [];
    const one = await start(url, {
      reconcile: async ({ id }) => {
        seen.push(id);
        return SETTLED;
      },
    });
    expect(await one.problems()).toEqual([]);
    await postgres().down();
    await expect(one.trigger([repository(1)])).rejects.toMatchObject({ name: "NotAccepted", status: 503 });
    expect(await one.problems()).toEqual([expect.stringContaining("the database does not answer")]);
    expect((await one.facts()).waiting).toBeNaN();
    await until("the warning", () => one.warnings.includes("the database does not answer"));
    await postgres().up();
    await one.trigger([repository(2)]);
    await until("the look", () => seen.includes(2));
    expect(await one.problems()).toEqual([]);
  });
});
