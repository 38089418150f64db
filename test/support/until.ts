import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE_MS } from "./patience.js";

const LOOK_MS = 50;

/** Repeats a check until it returns a value, and returns that value. A failure names what did not come. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  /** Runs between two checks. Where webhooks are lost, it is a sweep. */
  nudge: () => Promise<void> = async () => {},
): Promise<Exclude<NonNullable<T>, false>> {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(LOOK_MS)) {
    const seen = await look();
    if (seen) return seen as Exclude<NonNullable<T>, false>;
    await nudge();
  }
  throw new Error(`${what} did not come within ${PATIENCE_MS / 60_000} minutes`);
}
