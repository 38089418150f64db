import { describe, expect, it } from "vitest";
import { reachedCaps, reserveForCall, type SpendingCaps } from "../../../src/domain/artifacts/spending-cap.js";
import { aUsageLine } from "../../support/artifacts.js";

const task = "T-core-text-slug-001";
const other = "T-core-text-title-001";
const NONE: SpendingCaps = { project_usd: null, task_usd: null, task_calls: null };
const spent = (...costs: (number | null)[]) => costs.map((cost_usd) => aUsageLine({ cost_usd }));
const call = (estimate_usd: number | null, ofTask: string | null = task) => ({
  run_id: "run-9",
  task: ofTask,
  estimate_usd,
});
const try_ = (lines = spent(), reservations = [] as ReturnType<typeof call>[], wanted = call(1), caps = NONE) =>
  reserveForCall({ lines, reservations }, wanted, caps);

describe("before a call", () => {
  it.each([
    ["one cent below the limit", 8.99, true],
    ["exactly the limit", 9, true],
    ["one cent above", 9.01, false],
  ])("spending and estimate may come to the limit, not above: %s", (_, already, ok) => {
    const outcome = try_(spent(already), [], call(1), { ...NONE, project_usd: 10 });
    expect(outcome.ok).toBe(ok);
  });

  it("accepts a sum that is the limit in decimal, and not quite in binary", () => {
    expect(try_(spent(0.1), [call(0.2)], call(0.4), { ...NONE, project_usd: 0.7 }).ok).toBe(true);
  });

  it("counts what is set aside for calls under way", () => {
    const caps = { ...NONE, project_usd: 10 };
    expect(try_(spent(5), [call(4, other)], call(1), caps).ok).toBe(true);
    expect(try_(spent(5), [call(4, other), call(0.5)], call(1), caps).ok).toBe(false);
  });

  it("says what is used, set aside and wanted", () => {
    const outcome = try_(spent(5, null), [call(4)], call(2), { ...NONE, project_usd: 10 });
    expect(outcome).toMatchObject({
      refusal: {
        code: "spending-cap",
        message:
          "The limit of the project is 10.00 USD: 5.00 USD used and 1 call of unknown cost, 4.00 USD set aside for calls under way; this call would need 2.00 USD more.",
        details: {
          cap: "project_usd",
          limit: 10,
          used: 5,
          reserved: 4,
          unknown_cost_calls: 1,
          wanted: 2,
          estimate_known: true,
        },
      },
    });
  });

  it("measures a task's limit by that task alone", () => {
    const caps = { ...NONE, task_usd: 10 };
    const elsewhere = aUsageLine({ task: other, cost_usd: 100 });
    expect(try_([elsewhere], [call(100, other)], call(10), caps).ok).toBe(true);
    expect(try_(spent(9.5), [], call(1), caps)).toMatchObject({ refusal: { details: { cap: "task_usd" } } });
    expect(try_(spent(5), [call(4.5)], call(1), caps)).toMatchObject({ refusal: { details: { cap: "task_usd" } } });
  });

  it.each([
    [2, 0, true],
    [3, 0, false],
    [2, 1, false],
  ])("counts calls: %i made and %i under way of 3", (made, underWay, ok) => {
    const reservations = Array.from({ length: underWay }, () => call(null));
    const outcome = try_(spent(...Array.from({ length: made }, () => null)), reservations, call(null), {
      ...NONE,
      task_calls: 3,
    });
    expect(outcome.ok).toBe(ok);
    if (!outcome.ok) expect(outcome.refusal.message).toContain(`task ${task} is 3 calls`);
  });

  it("lets a call of unknown cost through while anything is left, and sets nothing aside for it", () => {
    const caps = { ...NONE, project_usd: 10 };
    expect(try_(spent(9.99), [call(null)], call(null), caps)).toEqual({ ok: true, value: call(null) });
    expect(try_(spent(10), [], call(null), caps)).toMatchObject({ refusal: { details: { estimate_known: false } } });
    expect(try_(spent(6), [call(4)], call(null), caps).ok).toBe(false);
  });

  it("asks no task limit of a call without a task, and no limit that is not set", () => {
    const lines = [aUsageLine({ task: null, cost_usd: 50 })];
    expect(try_(lines, [], call(50, null), { ...NONE, task_usd: 1, task_calls: 1 }).ok).toBe(true);
    expect(try_(spent(1e6), [], call(1e6), NONE).ok).toBe(true);
  });

  it("a limit of zero allows nothing", () => {
    expect(try_([], [], call(0), { ...NONE, project_usd: 0 }).ok).toBe(false);
  });
});

describe("after a call", () => {
  it("names each limit that is used up, at the limit itself", () => {
    const caps = { project_usd: 10, task_usd: 10.01, task_calls: 2 };
    expect(reachedCaps(spent(9.99), task, caps)).toEqual([]);
    expect(reachedCaps(spent(5, 5), task, caps).map(({ cap }) => cap)).toEqual(["project_usd", "task_calls"]);
    expect(reachedCaps(spent(5, 5.01), task, caps).map(({ cap }) => cap)).toEqual([
      "project_usd",
      "task_usd",
      "task_calls",
    ]);
    expect(reachedCaps(spent(5, 5.01), null, caps).map(({ cap }) => cap)).toEqual(["project_usd"]);
  });
});
