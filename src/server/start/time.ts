import { setTimeout as sleep } from "node:timers/promises";

/** The real clock in milliseconds, for pacing requests. */
export const TIMING = { now: Date.now, sleep: (ms: number) => sleep(ms) };

/** The real clock as the engine uses it. */
export const CLOCK = { now: () => new Date().toISOString() };
