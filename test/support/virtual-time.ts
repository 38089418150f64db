/** Virtual hours. Several workers sleep on one clock, which moves as soon as all of them sleep. */
import type { Timing } from "../../src/github/client/write-limiter.js";

export type VirtualTime = Timing & {
  /** Runs the workers at the same time. The clock moves only when all unfinished workers sleep. */
  during(workers: readonly (() => Promise<void>)[]): Promise<void>;
  /** Listeners with their own clock are informed before a worker wakes up. */
  tell(listener: (now: number) => Promise<void>): void;
};

export function virtualTime(start: number): VirtualTime {
  let now = start;
  let awake = 0;
  let turning = false;
  let told: (now: number) => Promise<void> = async () => {};
  const sleepers: { readonly until: number; wake(): void }[] = [];

  /** A worker that waits for GitHub or the database counts as awake, because it continues by itself. */
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
