import { describe, expect, it } from "vitest";
import { LimitedUntil } from "../../../src/domain/errors.js";
import { createPace, createPaces } from "../../../src/github/client/write-limiter.js";
import { fakeTiming } from "../../support/timing.js";

const ON = { limitWrites: true };

describe("the limiter of an installation", () => {
  it("allows one write a second and reads at once", async () => {
    const timing = fakeTiming();
    const pace = createPace(timing, ON);
    await pace.beforeWrite();
    await pace.beforeRead();
    await pace.beforeWrite();
    expect(timing.slept).toEqual([1_000]);
  });

  it("queues simultaneous writes one behind the other", async () => {
    const asked: number[] = [];
    const pace = createPace({ now: () => 0, sleep: async (ms) => void asked.push(ms) }, ON);
    await Promise.all([pace.beforeWrite(), pace.beforeWrite(), pace.beforeWrite()]);
    expect(asked).toEqual([1_000, 2_000]);
  });

  it("ends a step whose slot is more than a minute away, without reserving it", async () => {
    const timing = fakeTiming(0);
    const pace = createPace(timing, ON);
    for (let write = 0; write < 450; write += 1) await pace.beforeWrite();
    const now = timing.now();
    await expect(pace.beforeWrite()).rejects.toMatchObject({
      name: "LimitedUntil",
      limit: "the App's own pace",
      until: new Date(3_600_000).toISOString(),
    });
    timing.pass(3_600_000 - now);
    const { length } = timing.slept;
    await pace.beforeWrite();
    expect(timing.slept).toHaveLength(length);
  });

  it("does not delay writes if the limiter is off", async () => {
    const timing = fakeTiming();
    const pace = createPace(timing, { limitWrites: false });
    for (let write = 0; write < 500; write += 1) await pace.beforeWrite();
    expect(timing.slept).toEqual([]);
  });

  it.each([
    ["beforeRead", true],
    ["beforeWrite", true],
    ["beforeWrite", false],
  ] as const)(
    "%s sleeps until GitHub's limit ends if that is a minute away at most (limiter on: %s)",
    async (step, limitWrites) => {
      const timing = fakeTiming(0);
      const pace = createPace(timing, { limitWrites });
      expect(pace.limited(60_000)).toBe(60_000);
      await pace[step]();
      expect(timing.slept).toEqual([60_000]);
    },
  );

  it.each(["beforeRead", "beforeWrite"] as const)("%s ends the step if the limit is longer", async (step) => {
    const pace = createPace(fakeTiming(0), ON);
    pace.limited(60_001);
    await expect(pace[step]()).rejects.toEqual(new LimitedUntil(60_001, "GitHub limits this installation"));
  });

  it("waits a minute for a limit without an end, then twice as long each time, at most 64 minutes, until GitHub answers", () => {
    const timing = fakeTiming(0);
    const pace = createPace(timing, ON);
    const minutes = Array.from({ length: 8 }, () => {
      const minutes = (pace.limited(null) - timing.now()) / 60_000;
      timing.pass(minutes * 60_000);
      return minutes;
    });
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 64]);
    pace.answered();
    expect(pace.limited(null) - timing.now()).toBe(60_000);
  });

  it("never moves the end of a limit to an earlier time", () => {
    const pace = createPace(fakeTiming(0), ON);
    expect(pace.limited(50_000)).toBe(50_000);
    expect(pace.limited(10_000)).toBe(50_000);
  });

  it("exists once for each installation", async () => {
    const timing = fakeTiming();
    const paceOf = createPaces(() => createPace(timing, ON));
    await paceOf(1).beforeWrite();
    await paceOf(2).beforeWrite();
    expect(timing.slept).toEqual([]);
    await paceOf(1).beforeWrite();
    expect(timing.slept).toEqual([1_000]);
  });
});
