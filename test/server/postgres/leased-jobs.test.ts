import { expect, it } from "vitest";
import type { JobResult } from "../../../src/engine/ports.js";
import type { JobLeases } from "../../../src/server/postgres/job-leases.js";
import { createLeasedJobs } from "../../../src/server/postgres/leased-jobs.js";
import { aUsageLine } from "../../support/artifacts.js";
import { NOW } from "../../support/loop.js";
import { draftJob, repository } from "../../support/replica.js";

const usage = [aUsageLine({ at: NOW, task: null, cost_usd: 0.5 })];
const failed = (lines: typeof usage): JobResult => ({
  events: [{ kind: "draft-failed", at: NOW, round: 1, why: "The call was cancelled.", usage: lines }],
  files: [],
});

/** A job that is cancelled while the database is away, which is back after the first try. */
async function cancelled(result: JobResult) {
  const released: JobResult[] = [];
  let tries = 0;
  const leases: JobLeases = {
    take: async () => true,
    beat: async () => {},
    cancelled: async () => new Set(),
    cancelAll: async () => {},
    finish: () => Promise.reject(new Error("a cancelled job has no result")),
    async release(_, __, cost) {
      tries += 1;
      if (tries === 1) throw new Error("the database is away");
      released.push(cost);
    },
    putOff: () => Promise.reject(new Error("a cancelled job is not put off")),
    leave: () => Promise.reject(new Error("a cancelled job has not failed")),
    reap: async () => {},
  };
  const troubles: unknown[] = [];
  const jobs = createLeasedJobs({
    leases,
    run: (_, __, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(result))),
    onError: (error) => {
      throw error;
    },
    onTrouble: (error) => void troubles.push(error),
  });
  await jobs.start(repository(1), draftJob("draft-1"));
  await jobs.stop();
  return { released, troubles };
}

it("the cost of a cancelled call is stored when the database is back", async () => {
  const { released, troubles } = await cancelled(failed(usage));
  expect(released).toEqual([{ events: [{ kind: "calls-charged", at: NOW, usage }], files: [] }]);
  expect(troubles).toHaveLength(1);
});

it("the release of a call without cost does not wait for the database: its lease ends by itself", async () => {
  const { released, troubles } = await cancelled(failed([]));
  expect(released).toEqual([]);
  expect(troubles).toHaveLength(1);
});

it("a job that broke after its model was called is logged, postponed, and its cost is stored", async () => {
  const put: { readonly milliseconds: number; readonly cost: JobResult }[] = [];
  const errors: unknown[] = [];
  const unused = () => Promise.reject(new Error("a job that broke is put off"));
  const cost: JobResult = { events: [{ kind: "calls-charged", at: NOW, usage }], files: [] };
  const jobs = createLeasedJobs({
    leases: {
      take: async () => true,
      beat: async () => {},
      cancelled: async () => new Set(),
      cancelAll: async () => {},
      finish: unused,
      release: unused,
      putOff: async (_, __, wait) => void put.push(wait),
      leave: unused,
      reap: async () => {},
    },
    run: async () => ({ ...cost, again: { until: NOW, why: "it broke" }, broken: new Error("GitHub is away") }),
    onError: (error) => void errors.push(error),
    onTrouble: (error) => {
      throw error;
    },
  });
  await jobs.start(repository(1), draftJob("draft-1"));
  while (put.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await jobs.stop();
  expect(errors).toMatchObject([{ message: "GitHub is away" }]);
  expect(put.map((wait) => wait.cost)).toEqual([cost]);
});
