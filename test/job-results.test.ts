import { describe, expect, it } from "vitest";
import { createInProcessJobs } from "../src/in-process-jobs.js";
import { createJobResults } from "../src/job-results.js";
import type { JobEffect, JobResult, RepositoryRef } from "../src/ports.js";
import type { Settled } from "../src/reconcile.js";
import { label, NOW } from "./support/loop.js";

const REPOSITORY: RepositoryRef = { id: 7, installation: 1, owner: "acme", name: "product" };
const RESULT: JobResult = { intents: [{ kind: "said", at: NOW, key: "x" }], files: [] };
const settled: Settled = { kind: "settled" };
const stopped: Settled = { kind: "stopped", problem: { code: "lost-races", message: "lost" } };

/** Whether a promise has settled by now; one turn of the loop is enough for what needs no waiting. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(() => resolve(pending)))])) !== pending;
}

describe("what jobs brought back", () => {
  it("goes to one reconcile, once", async () => {
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

  it.each([
    ["stops", async () => stopped],
    ["fails", () => Promise.reject(new Error("502"))],
  ])("is there for the next when a reconcile %s", async (_what, first) => {
    const results = createJobResults();
    const taken = results.bring(7, RESULT);
    await results.lend(7, first).catch(() => undefined);
    expect(await isSettled(taken)).toBe(false);
    await results.lend(7, async (given) => {
      expect(given).toEqual([RESULT]);
      return settled;
    });
    expect(await isSettled(taken)).toBe(true);
  });
});

describe("a job", () => {
  const effect: JobEffect = {
    kind: "draft-spec",
    key: "draft-3-1",
    round: { number: 1, kind: "fresh", spec_blob: "a".repeat(40), feedback: [], amends: 0, started_at: NOW },
    request: { issue: 3, title: label.title, requester: "ada", lane: "full", requested_at: NOW },
  };

  function started() {
    const asked: string[] = [];
    const results = createJobResults();
    const jobs = createInProcessJobs({
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

  it("does not keep the App from ending when nobody takes its answer any more", async () => {
    const { jobs, tick } = started();
    jobs.start(REPOSITORY, effect);
    await tick();
    expect(await isSettled(jobs.stop())).toBe(true);
  });
});
