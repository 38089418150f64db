import { LimitedUntil } from "../../domain/errors.js";
import { nextWriteAt, stillCounting } from "./next-write-at.js";

/** An injected clock. */
export type Timing = { now(): number; sleep(ms: number): Promise<void> };

/** The gate before every request of one installation. */
export type Pace = {
  /** Resolves when a read is allowed. */
  beforeRead(): Promise<void>;
  /** Resolves when a write is allowed, and counts it. */
  beforeWrite(): Promise<void>;
  /** GitHub has limited us, perhaps with an end. Returns when to come back. */
  limited(endsAt: number | null): number | Promise<number>;
  /** GitHub answered: the next limit starts with the shortest wait again. */
  answered(): void;
};

/** Waits up to this long happen inside a step; a longer one ends it (decisions.md#paced-writes). */
export const LONGEST_SLEEP_MS = 60_000;
/** Without `retry-after` at least a minute, then longer each time (decisions.md#github-limits). */
const UNTOLD_WAIT_MS = 60_000;
const MAX_DOUBLINGS = 6;

/** The wait after a limit without a stated end, by the number of such limits in a row. */
export function untoldWait(times: number): number {
  return UNTOLD_WAIT_MS * 2 ** Math.min(times, MAX_DOUBLINGS);
}

/**
 * One for each installation, because GitHub counts by installation. `limitWrites: false` is for the sandbox, which has
 * no limit.
 */
export function createPace(
  timing: Timing,
  { limitWrites }: { readonly limitWrites: boolean },
): Omit<Pace, "limited"> & { limited(endsAt: number | null): number } {
  let history: number[] = [];
  let closedUntil = 0;
  let untold = 0;

  async function until(at: number, limit: string): Promise<void> {
    const wait = at - timing.now();
    if (wait > LONGEST_SLEEP_MS) throw new LimitedUntil(at, limit);
    if (wait > 0) await timing.sleep(wait);
  }

  return {
    beforeRead: () => until(closedUntil, "GitHub limits this installation"),
    async beforeWrite() {
      const now = timing.now();
      if (!limitWrites) return until(closedUntil, "GitHub limits this installation");
      history = stillCounting(history, now);
      const at = Math.max(closedUntil, nextWriteAt(history, now));
      if (at - now > LONGEST_SLEEP_MS) {
        throw new LimitedUntil(at, closedUntil >= at ? "GitHub limits this installation" : "the App's own pace");
      }
      // Reserved before the wait, so that the next one queues behind it.
      history = [...history, at];
      return until(at, "the App's own pace");
    },
    limited(endsAt) {
      const now = timing.now();
      const end = endsAt ?? now + untoldWait(untold);
      untold = endsAt === null ? untold + 1 : 0;
      closedUntil = Math.max(closedUntil, end);
      return closedUntil;
    },
    answered() {
      untold = 0;
    },
  };
}

/** The pace of each installation, kept for as long as the process lives. */
export function createPaces(paceOf: (installation: number) => Pace): (installation: number) => Pace {
  const paces = new Map<number, Pace>();
  return (installation) => {
    const pace = paces.get(installation) ?? paceOf(installation);
    paces.set(installation, pace);
    return pace;
  };
}
