import { describe, expect, it } from "vitest";
import type { JobEffect, JobResult, RepositoryRef } from "../../../src/engine/ports.js";
import type { Settled } from "../../../src/engine/reconcile/reconcile.js";
import { createInProcessJobs } from "../../../src/server/coordination/in-process-jobs.js";
import { createJobResults } from "../../../src/server/coordination/job-results.js";
import { jobAlarms } from "../../support/alarms.js";
import { aUsageLine } from "../../support/artifacts.js";
import { label, NOW } from "../../support/loop.js";

const REPOSITORY: RepositoryRef = { id: 7, installation: 1, owner: "acme", name: "product" };
const RESULT: JobResult = { events: [{ kind: "said", at: NOW, key: "x" }], files: [] };
const settled: Settled = { kind: "settled" };
const stopped: Settled = { kind: "stopped", problem: { code: "lost-races", message: "lost" } };

/** Whether a promise has settled by now; one turn of the loop is enough for what needs no waiting. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(() => resolve(pending)))])) !== pending;
}

describe("a job result", () => {
  it("is passed to one reconcile, once", async () => {
    const results = createJobResults();
    void results.bring(7, RESULT);
    const lent: (readonly JobResult[])[] = [];
    const take = async (given: readonly JobResult[]) => {
      lent.push(given);
      return settled;
    };
    await results.lend(7, take);
    await results.lend(7, take);
    await results.lend(8, take);
    expect(lent).toEqual([[RESULT], [], []]);
  });

  it("is passed on in order, also after a reconcile that could not finish with the first", async () => {
    const named = (key: string): JobResult => ({ events: [{ kind: "said", at: NOW, key }], files: [] });
    const keys = (given: readonly JobResult[]) =>
      given.flatMap(({ events }) => events.map((event) => (event.kind === "said" ? event.key : "")));
    const results = createJobResults();
    void results.bring(7, named("first"));
    void results.bring(7, named("second"));
    await results.lend(7, async (given) => {
      expect(keys(given)).toEqual(["first", "second"]);
      void results.bring(7, named("third"));
      return stopped;
    });
    await results.lend(7, async (given) => {
      expect(keys(given)).toEqual(["first", "second", "third"]);
      return settled;
    });
  });

  it.each([
    ["stops", async () => stopped],
    ["fails", () => Promise.reject(new Error("502"))],
  ])("is passed to the next reconcile if one %s", async (_what, first) => {
    const results = createJobResults();
    const taken = results.bring(7, RESULT);
    await results.lend(7, first).catch(() => undefined);
    expect(await isSettled(taken)).toBe(false);
    await results.lend(7, async (given) => {
      expect(given).toEqual([{ ...RESULT, handedBefore: true }]);
      return settled;
    });
    expect(await isSettled(taken)).toBe(true);
  });
});

describe("a job", () => {
  const effect: JobEffect = {
    kind: "draft-spec",
    key: "draft-3-1",
    base: null,
    round: { number: 1, kind: "fresh", spec_blob: "a".repeat(40), feedback: [], amends: 0, started_at: NOW },
    request: { issue: 3, title: label.title, requester: "ada", lane: "full", requested_at: NOW },
  };

  function started() {
    const asked: string[] = [];
    const results = createJobResults();
    const jobs = createInProcessJobs({
      later: jobAlarms().later,
      run: async (_, { key }) => {
        asked.push(key);
        return RESULT;
      },
      bringBack: ({ id }, result) => results.bring(id, result),
      onError: (error) => {
        throw error;
      },
    });
    const tick = () => new Promise((resolve) => setImmediate(resolve));
    return { asked, results, jobs, tick };
  }

  it("is not asked again between its answer and the commit that takes it", async () => {
    const { asked, results, jobs, tick } = started();
    jobs.start(REPOSITORY, effect);
    await tick();
    jobs.start(REPOSITORY, effect);
    expect(asked).toHaveLength(1);
    await results.lend(7, async () => settled);
    await tick();
    jobs.start(REPOSITORY, effect);
    expect(asked).toHaveLength(2);
  });

  it("that was postponed is not started before its time, whatever triggers arrive, and then once", async () => {
    const { later, alarms, looked } = jobAlarms();
    const again = { until: "2026-03-01T12:01:00.000Z", why: "the model cannot be had" };
    const asked: string[] = [];
    const brought: JobResult[] = [];
    const jobs = createInProcessJobs({
      later,
      run: async (_, { key }) => {
        asked.push(key);
        return asked.length === 1 ? { ...RESULT, again } : { events: [], files: [], again };
      },
      bringBack: async (_, result) => void brought.push(result),
      onError: (error) => {
        throw error;
      },
    });
    const tick = () => new Promise((resolve) => setImmediate(resolve));
    jobs.start(REPOSITORY, effect);
    await tick();
    jobs.start(REPOSITORY, effect);
    expect({ asked: asked.length, brought }).toEqual({ asked: 1, brought: [RESULT] });
    expect(alarms.map(({ ms }) => ms)).toEqual([60_000]);
    alarms[0]?.ring();
    expect(looked).toEqual([effect.key]);
    jobs.start(REPOSITORY, effect);
    await tick();
    expect({ asked: asked.length, brought: brought.length }).toEqual({ asked: 2, brought: 1 });
    jobs.cancelAll(REPOSITORY);
    expect(alarms.at(-1)?.cancelled).toBe(true);
    jobs.start(REPOSITORY, effect);
    expect(asked).toHaveLength(3);
  });

  it("that failed is logged, and started again by the next trigger, or after two minutes without one", async () => {
    const { later, alarms, looked } = jobAlarms();
    const errors: unknown[] = [];
    let tries = 0;
    const jobs = createInProcessJobs({
      later,
      run: async () => {
        tries += 1;
        if (tries === 1) throw new Error("the connection was cut");
        return RESULT;
      },
      bringBack: async () => {},
      onError: (error) => errors.push(error),
    });
    const tick = () => new Promise((resolve) => setImmediate(resolve));
    jobs.start(REPOSITORY, effect);
    await tick();
    expect({ tries, errors, waits: alarms.map(({ ms }) => ms) }).toEqual({
      tries: 1,
      errors: [new Error("the connection was cut")],
      waits: [120_000],
    });
    jobs.start(REPOSITORY, effect);
    await tick();
    expect({ tries, errors: errors.length }).toEqual({ tries: 2, errors: 1 });
    alarms[0]?.ring();
    expect(looked).toEqual([`${effect.key} after a failure`]);
  });

  it("that the App's end cancels yields its cost, without waiting until it is taken", async () => {
    const usage = [aUsageLine({ at: NOW, task: null, cost_usd: 0.5 })];
    const brought: JobResult[] = [];
    const jobs = createInProcessJobs({
      later: jobAlarms().later,
      run: (_, __, signal) =>
        new Promise((resolve) => {
          const event = { kind: "draft-failed", at: NOW, round: 1, why: "The call was cancelled.", usage } as const;
          signal.addEventListener("abort", () => resolve({ events: [{ ...event, usage }], files: [] }));
        }),
      bringBack: (_, result) => new Promise(() => brought.push(result)),
      onError: (error) => {
        throw error;
      },
    });
    jobs.start(REPOSITORY, effect);
    await jobs.stop();
    expect(brought).toEqual([{ events: [{ kind: "calls-charged", at: NOW, usage }], files: [] }]);
  });

  it("does not prevent the App's end if its answer is not taken any more", async () => {
    const { jobs, tick } = started();
    jobs.start(REPOSITORY, effect);
    await tick();
    expect(await isSettled(jobs.stop())).toBe(true);
  });
});
