/** Work by key: one run at a time for each, and one more when something came in meanwhile. */
export type Queue<T> = {
  enqueue(key: string, item: T): void;
  /** How many keys wait for their turn. */
  waiting(): number;
  /** Settles when nothing runs and nothing waits. */
  idle(): Promise<void>;
  /** Takes nothing more and waits for what runs. */
  stop(): Promise<void>;
};

/**
 * Deliveries are hints: a thousand of them for one repository are one run, and one more if they came during it. What is
 * lost with the process is found again by the sweep at its start (DESIGN, 2).
 */
export function createInProcessQueue<T>({
  run,
  onError,
  concurrency,
}: {
  readonly run: (item: T) => Promise<void>;
  readonly onError: (error: unknown, item: T) => void;
  readonly concurrency: number;
}): Queue<T> {
  const waiting = new Map<string, T>();
  const running = new Map<string, Promise<void>>();
  const resting: (() => void)[] = [];
  let stopped = false;

  function next(): void {
    for (const [key, item] of waiting) {
      if (running.size >= concurrency) return;
      if (running.has(key)) continue;
      waiting.delete(key);
      const done = run(item)
        .catch((error: unknown) => onError(error, item))
        .finally(() => {
          running.delete(key);
          next();
          if (running.size === 0 && waiting.size === 0) for (const rest of resting.splice(0)) rest();
        });
      running.set(key, done);
    }
  }

  const idle = () =>
    running.size === 0 && waiting.size === 0
      ? Promise.resolve()
      : new Promise<void>((resolve) => resting.push(resolve));

  return {
    enqueue(key, item) {
      if (stopped) return;
      waiting.set(key, item);
      next();
    },
    waiting: () => waiting.size,
    idle,
    async stop() {
      stopped = true;
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}
