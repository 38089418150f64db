import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { concludeRun } from "../../../src/sandbox/runner/perform-run.js";
import type { Conclusion, JobResult } from "../../../src/sandbox/runner/run-event.js";
import { type JobGraph, scheduleJobs, statusBefore } from "../../../src/sandbox/runner/schedule-jobs.js";

const success: JobResult = { conclusion: "success", outputs: {} };
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe("scheduling jobs", () => {
  it("starts a job after its needs, at most the limit at a time, in the order of the file", async () => {
    const graph: JobGraph = new Map([
      ["last", ["b", "c"]],
      ["a", []],
      ["b", ["a"]],
      ["c", []],
      ["d", []],
    ]);
    const order: string[] = [];
    let running = 0;
    let most = 0;
    const results = await scheduleJobs(graph, 2, async (key, done) => {
      order.push(key);
      expect([...(graph.get(key) ?? [])].every((need) => done.has(need))).toBe(true);
      running += 1;
      most = Math.max(most, running);
      await tick();
      running -= 1;
      return success;
    });
    expect(most).toBe(2);
    expect(order.slice(0, 2)).toEqual(["a", "c"]);
    expect(order.at(-1)).toBe("last");
    expect([...results.keys()].sort()).toEqual(["a", "b", "c", "d", "last"]);
  });

  it("runs every job of any graph exactly once", async () => {
    const graphs = fc
      .array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 12 })
      .map(
        (needs) =>
          new Map(needs.map((list, index) => [`j${index}`, index === 0 ? [] : list.map((n) => `j${n % index}`)])),
      );
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer({ min: 1, max: 4 }), async (graph, limit) => {
        const ran: string[] = [];
        await scheduleJobs(graph, limit, async (key) => {
          await tick();
          ran.push(key);
          return success;
        });
        expect(ran.sort()).toEqual([...graph.keys()].sort());
      }),
      { numRuns: 50 },
    );
  });

  it("throws a defect only after the other jobs have ended", async () => {
    const ended: string[] = [];
    const graph: JobGraph = new Map([
      ["bad", []],
      ["good", []],
    ]);
    const done = scheduleJobs(graph, 2, async (key) => {
      if (key === "bad") throw new Error("defect");
      await tick();
      await tick();
      ended.push(key);
      return success;
    });
    await expect(done).rejects.toThrow("defect");
    expect(ended).toEqual(["good"]);
  });
});

describe("how it went before a job", () => {
  const graph: JobGraph = new Map([
    ["a", []],
    ["b", ["a"]],
    ["c", ["b"]],
    ["z", []],
  ]);
  const statusAfter = (a: Conclusion, b: Conclusion, z: Conclusion = "success") =>
    statusBefore(
      "c",
      graph,
      new Map([
        ["a", { ...success, conclusion: a }],
        ["b", { ...success, conclusion: b }],
        ["z", { ...success, conclusion: z }],
      ]),
    );

  it.each([
    ["success", "success", "success"],
    ["failure", "success", "failure"],
    ["success", "failure", "failure"],
    ["skipped", "success", "skipped"],
    ["cancelled", "success", "skipped"],
    ["skipped", "failure", "failure"],
  ] as const)("after %s and %s it is %s: all ancestors count", (a, b, expected) => {
    expect(statusAfter(a, b)).toBe(expected);
  });

  it("does not depend on jobs that are no ancestors", () => {
    expect(statusAfter("success", "success", "failure")).toBe("success");
  });

  it("is a success before a job that needs none", () => {
    expect(statusBefore("z", graph, new Map())).toBe("success");
  });
});

describe("the conclusion of a run", () => {
  it.each([
    [["success", "success"], "success"],
    [["success", "skipped"], "success"],
    [["skipped", "skipped"], "skipped"],
    [["success", "cancelled"], "cancelled"],
    [["cancelled", "failure"], "failure"],
  ] as const)("of %j is %s", (conclusions, expected) => {
    expect(concludeRun(conclusions.map((conclusion) => ({ conclusion, outputs: {} })))).toBe(expected);
  });
});
