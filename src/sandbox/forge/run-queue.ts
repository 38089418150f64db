/** Runs wait for one of the machine's slots, in the order of their requests. */

/** A run under way. `cancel` lets it clean up; `halt` ends it at once. */
export type Performance = { readonly done: Promise<void>; cancel(): void; halt(): void };

export type QueuedRun = {
  readonly id: number;
  start(): Performance;
  /** Called when the run is cancelled before its start. */
  drop(): Promise<void>;
};

export type RunQueue = {
  enqueue(run: QueuedRun): void;
  /** False when no such run is queued or under way. */
  cancel(id: number): boolean;
  isIdle(): boolean;
  /** Settles when no run is queued or under way. */
  idle(): Promise<void>;
  /** Ends every run under way. Queued runs stay queued for the next start. */
  stop(): Promise<void>;
};

export function createRunQueue(places: number, log: (line: string) => void): RunQueue {
  const going = new Map<number, Performance>();
  const pending = new Set<Promise<void>>();
  let waiting: QueuedRun[] = [];
  let stopped = false;

  const settle = (id: number, work: Promise<void>): void => {
    const settled: Promise<void> = work
      .catch((error: unknown) => log(`run ${id} broke: ${error instanceof Error ? error.stack : String(error)}`))
      .finally(() => {
        pending.delete(settled);
        going.delete(id);
        startNext();
      });
    pending.add(settled);
  };

  const startNext = (): void => {
    if (stopped || going.size >= places) return;
    const [next, ...rest] = waiting;
    if (next === undefined) return;
    waiting = rest;
    const performance = next.start();
    going.set(next.id, performance);
    settle(next.id, performance.done);
    startNext();
  };

  return {
    enqueue(run) {
      waiting.push(run);
      startNext();
    },
    cancel(id) {
      const dropped = waiting.find((run) => run.id === id);
      waiting = waiting.filter((run) => run !== dropped);
      if (dropped !== undefined) settle(id, dropped.drop());
      going.get(id)?.cancel();
      return dropped !== undefined || going.has(id);
    },
    isIdle: () => pending.size === 0 && (waiting.length === 0 || stopped),
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
    async stop() {
      stopped = true;
      for (const performance of going.values()) performance.halt();
      await this.idle();
    },
  };
}
