import { describe, expect, it } from "vitest";
import { messageOf } from "../../../src/domain/errors.js";
import { createReach } from "../../../src/server/operation/reach.js";
import { readiness, STUCK_SECONDS } from "../../../src/server/operation/readiness.js";
import { createWorkBoard } from "../../../src/server/operation/work-board.js";

const READY = { gitHub: { ok: true }, oldestReconcileSeconds: 0, stopping: false } as const;

describe("readiness", () => {
  it.each([
    ["all is well", {}, []],
    ["a reconcile is slow", { oldestReconcileSeconds: STUCK_SECONDS - 1 }, []],
    [
      "a reconcile is stuck",
      { oldestReconcileSeconds: STUCK_SECONDS },
      ["a reconcile has been running for 15 minutes"],
    ],
    ["GitHub is away", { gitHub: { ok: false, why: "away" } as const }, ["away"]],
    ["it is ending", { stopping: true }, ["the App is shutting down"]],
  ])("when %s", (_, change, problems) => {
    expect(readiness({ ...READY, ...change })).toEqual({ ready: problems.length === 0, problems });
  });
});

const explain = (error: unknown) => `no: ${messageOf(error)}`;

describe("the check whether GitHub is reachable", () => {
  function reaching() {
    const world = { now: 0, fails: false, asked: 0 };
    const reach = createReach({
      ask: async () => {
        world.asked += 1;
        if (world.fails) throw new Error("ECONNREFUSED");
      },
      explain,
      now: () => world.now,
      giveUp: () => new Promise(() => {}),
    });
    return { world, reach };
  }

  it("makes one request, however often it is probed, until the answer is two minutes old", async () => {
    const { world, reach } = reaching();
    await Promise.all([reach(), reach(), reach()]);
    world.now = 119_999;
    expect(await reach()).toEqual({ ok: true });
    expect(world.asked).toBe(1);
    world.now = 120_000;
    expect(await reach()).toEqual({ ok: true });
    expect(world.asked).toBe(2);
  });

  it("reports why it failed, and tries again after fifteen seconds and not before", async () => {
    const { world, reach } = reaching();
    world.fails = true;
    expect(await reach()).toEqual({ ok: false, why: "no: ECONNREFUSED" });
    world.fails = false;
    world.now = 14_999;
    expect(await reach()).toMatchObject({ ok: false });
    world.now = 15_000;
    expect(await reach()).toEqual({ ok: true });
    expect(world.asked).toBe(2);
  });

  it("makes no request after a recent answer", async () => {
    const reach = createReach({ ask: () => Promise.reject(new Error("asked")), explain, now: () => 7, answeredAt: 7 });
    expect(await reach()).toEqual({ ok: true });
  });

  it("has a timeout", async () => {
    const giveUp = async (ms: number) => Promise.reject(new Error(`no answer in ${ms} ms`));
    const reach = createReach({ ask: () => new Promise(() => {}), explain, now: () => 0, giveUp });
    expect(await reach()).toMatchObject({ ok: false, why: expect.stringContaining("no answer in 5000 ms") });
  });
});

describe("the work board", () => {
  it("knows how much is in progress, and since when, and reports how each ended", async () => {
    const clock = { now: 0 };
    const board = createWorkBoard(() => clock.now);
    const ended: unknown[] = [];
    const tell = (result: unknown, seconds: number) => ended.push([result, seconds]);
    const { promise, resolve } = withResolver();
    const first = board.during(() => promise, tell);
    clock.now = 4_000;
    const second = board.during(() => Promise.reject(new Error("no")), tell);
    expect([board.count(), board.oldestSeconds()]).toEqual([2, 4]);
    await expect(second).rejects.toThrow("no");
    clock.now = 9_000;
    resolve("done");
    await expect(first).resolves.toBe("done");
    expect(ended).toEqual([
      [null, 0],
      ["done", 9],
    ]);
    expect([board.count(), board.oldestSeconds()]).toEqual([0, 0]);
  });
});

function withResolver() {
  const held: { resolve?: (value: string) => void } = {};
  const promise = new Promise<string>((resolve) => {
    held.resolve = resolve;
  });
  return { promise, resolve: (value: string) => held.resolve?.(value) };
}
