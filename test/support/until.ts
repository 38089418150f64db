import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE_MS } from "./patience.js";

const LOOK_MS = 50;

/** Looks until there is something to see, and answers with it. What never comes is named. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  /** What a test does between two looks: a sweep where webhooks are lost, for one. */
  nudge: () => Promise<void> = async () => {},
): Promise<Exclude<NonNullable<T>, false>> {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(LOOK_MS)) {
    const seen = await look();
    if (seen) return seen as Exclude<NonNullable<T>, false>;
    await nudge();
  }
  throw new Error(`${what} did not come within ${PATIENCE_MS / 60_000} minutes`);
}
