import { setTimeout as sleep } from "node:timers/promises";

/** The real clock, for whoever paces requests. */
export const TIMING = { now: Date.now, sleep: (ms: number) => sleep(ms) };

/** The real clock, as the loop reads it. */
export const CLOCK = { now: () => new Date().toISOString() };
