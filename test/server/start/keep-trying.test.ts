import { describe, expect, it } from "vitest";
import { messageOf } from "../../../src/domain/errors.js";
import type { Refusal } from "../../../src/domain/refusal.js";
import { keepTrying, pauseAfter } from "../../../src/server/start/keep-trying.js";

const AWAY: Refusal = { code: "unreachable", message: "away" };

/** Something that works after a number of failures; what it said and how long it paused. */
function failing(times: number, { bug }: { bug?: Error } = {}) {
  const heard: (string | null)[] = [];
  const pauses: number[] = [];
  const stopping = new AbortController();
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    if (tries <= times) throw new Error("away");
    if (bug !== undefined) throw bug;
    return tries;
  };
  const done = () =>
    keepTrying(attempt, {
      explain: (error) => (messageOf(error) === "away" ? AWAY : null),
      hear: (why) => void heard.push(why?.message ?? null),
      signal: stopping.signal,
      pause: async (milliseconds) => void pauses.push(milliseconds),
    });
  return { done, heard, pauses, stopping };
}

describe("keepTrying", () => {
  it("continues until it succeeds, pauses before each further try, and reports the reason and the end", async () => {
    const { done, heard, pauses } = failing(3);
    expect(await done()).toBe(4);
    expect(heard).toEqual(["away", "away", "away", null]);
    expect(pauses).toHaveLength(3);
  });

  it("throws an error that waiting cannot solve", async () => {
    const { done, heard } = failing(1, { bug: new TypeError("a bug") });
    await expect(done()).rejects.toThrow("a bug");
    expect(heard).toEqual(["away"]);
  });

  it("ends at once when it is aborted, during a try and during a pause", async () => {
    const trying = new AbortController();
    const silent = keepTrying(() => new Promise(() => {}), { explain: () => AWAY, hear() {}, signal: trying.signal });
    trying.abort(new Error("told to end"));
    await expect(silent).rejects.toThrow("told to end");

    const pausing = new AbortController();
    const paused = keepTrying(() => Promise.reject(new Error("away")), {
      explain: () => AWAY,
      hear: () => setImmediate(() => pausing.abort()),
      signal: pausing.signal,
    });
    await expect(paused).rejects.toMatchObject({ name: "AbortError" });
  });

  it.each([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [6, 16_000, 32_000],
    [7, 30_000, 60_000],
    [500, 30_000, 60_000],
  ])("pauses after failure %i for %i to %i milliseconds", (failures, least, most) => {
    expect([pauseAfter(failures, 0), pauseAfter(failures, 1)]).toEqual([least, most]);
  });
});
