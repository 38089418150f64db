import type { Timing } from "../../src/github/client/write-limiter.js";

/** A clock that moves only when code sleeps on it. It records the durations. */
export function fakeTiming(start = 1_000_000): Timing & { readonly slept: number[]; pass(ms: number): void } {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    async sleep(ms) {
      slept.push(ms);
      now += ms;
    },
  };
}
