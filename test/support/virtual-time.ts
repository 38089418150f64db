/** Hours that pass as soon as nobody has anything else to do: several workers sleep on one clock, and the first to wake turns it. */
import type { Timing } from "../../src/github/client/write-limiter.js";

export type VirtualTime = Timing & {
  /** Runs them side by side; time passes only when all of them that are not done sleep. */
  during(workers: readonly (() => Promise<void>)[]): Promise<void>;
  /** Whoever keeps a clock of their own is told before anybody wakes. */
  tell(listener: (now: number) => Promise<void>): void;
};

export function virtualTime(start: number): VirtualTime {
  let now = start;
  let awake = 0;
  let turning = false;
  let told: (now: number) => Promise<void> = async () => {};
  const sleepers: { readonly until: number; wake(): void }[] = [];

  /** A worker that waits for GitHub or the database is awake, too: it goes on by itself. */
  async function turn(): Promise<void> {
    if (turning || awake > 0 || sleepers.length === 0) return;
    turning = true;
    sleepers.sort((one, other) => one.until - other.until);
    now = Math.max(now, sleepers[0]?.until ?? now);
    await told(now);
    turning = false;
    while ((sleepers[0]?.until ?? Number.POSITIVE_INFINITY) <= now) {
      awake += 1;
      sleepers.shift()?.wake();
    }
  }

  return {
    now: () => now,
    tell: (listener) => {
      told = listener;
    },
    async sleep(milliseconds) {
      const woken = new Promise<void>((resolve) => sleepers.push({ until: now + milliseconds, wake: resolve }));
      awake -= 1;
      await turn();
      await woken;
    },
    async during(workers) {
      awake = workers.length;
      await told(now);
      await Promise.all(
        workers.map(async (work) => {
          await work();
          awake -= 1;
          await turn();
        }),
      );
    },
  };
}
