import type { Queue, Sorting } from "./queue.js";

/**
 * Merges triggers: a thousand for one repository are one run, and one more if they arrive during it. What is lost with the
 * process is found by the sweep at its start (decisions.md#one-reconcile-per-repository).
 */
export function createInProcessQueue<T>({
  run,
  onError,
  concurrency,
  keyOf,
  groupOf,
}: Sorting<T> & {
  readonly run: (item: T) => Promise<void>;
  readonly onError: (error: unknown, item: T) => void;
  readonly concurrency: number;
}): Queue<T> {
  const waiting = new Map<string, T>();
  const running = new Map<string, { readonly group: string; readonly done: Promise<void> }>();
  const resting: (() => void)[] = [];
  let stopped = false;

  /** The group with the least running work goes first; among equals, the one that has waited longest. */
  function fairest(): [string, T] | undefined {
    const load = new Map<string, number>();
    for (const { group } of running.values()) load.set(group, (load.get(group) ?? 0) + 1);
    let chosen: [string, T] | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [key, item] of waiting) {
      const busy = load.get(groupOf(item)) ?? 0;
      if (running.has(key) || busy >= least) continue;
      chosen = [key, item];
      least = busy;
      if (least === 0) break;
    }
    return chosen;
  }

  function next(): void {
    while (running.size < concurrency) {
      const chosen = fairest();
      if (chosen === undefined) return;
      const [key, item] = chosen;
      waiting.delete(key);
      const done = run(item)
        .catch((error: unknown) => onError(error, item))
        .finally(() => {
          running.delete(key);
          next();
          if (running.size === 0 && waiting.size === 0) for (const rest of resting.splice(0)) rest();
        });
      running.set(key, { group: groupOf(item), done });
    }
  }

  return {
    async enqueue(items) {
      if (stopped) return;
      for (const item of items) waiting.set(keyOf(item), item);
      next();
    },
    waiting: async () => waiting.size,
    idle: () =>
      running.size === 0 && waiting.size === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => resting.push(resolve)),
    async stop() {
      stopped = true;
      waiting.clear();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
