import { setTimeout as sleep } from "node:timers/promises";
import type { Refusal } from "../../domain/refusal.js";

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * A second, doubled after each failure, a minute at most. Half of it is random, so that replicas do not come all at
 * once.
 */
export function pauseAfter(failures: number, random: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + random / 2);
}

type Trying = {
  /** Why it failed, in words; null if waiting does not help. */
  readonly explain: (error: unknown) => Refusal | null;
  /** Gets the reason after every failure, and null after success. */
  readonly hear: (why: Refusal | null) => void;
  /** Ends it at once. */
  readonly signal: AbortSignal;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

/** Tries until it succeeds, or throws an error that waiting cannot solve. */
export async function keepTrying<T>(
  attempt: () => Promise<T>,
  { explain, hear, signal, pause = (ms, signal) => sleep(ms, undefined, { signal }) }: Trying,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      const done = await orAborted(attempt(), signal);
      hear(null);
      return done;
    } catch (error) {
      signal.throwIfAborted();
      const why = explain(error);
      if (why === null) throw error;
      hear(why);
    }
    await pause(pauseAfter(failures, Math.random()), signal);
  }
}

/** Does not wait for an answer after an abort. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
