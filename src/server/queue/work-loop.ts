import { setTimeout as sleep } from "node:timers/promises";
import type PgBoss from "pg-boss";
import { LimitedUntil } from "../../domain/errors.js";
import type { Database } from "../postgres/database.js";
import { BEAT_MS, type QueueName, SILENCE_SECONDS } from "./open-boss.js";
import { beat, complete, fail, putOff, type Taken, takeNext } from "./take-next.js";

export type WorkLoop = {
  /** Something was just queued here: takes work without waiting for the next round. */
  wake(): void;
  /** When the queue last answered; now, while all workers are busy. */
  askedAt(): number;
  /** Takes nothing more and waits for running work. */
  stop(): Promise<void>;
};

/** How often an idle replica asks. */
const ROUND_MS = 500;

/** Takes jobs from a queue, up to a limit at a time, sends heartbeats and ends each one. */
export function startWorkLoop({
  database,
  boss,
  queue,
  concurrency,
  run,
  reasonOf,
  onTrouble,
}: {
  readonly database: Database;
  readonly boss: PgBoss;
  readonly queue: QueueName;
  readonly concurrency: number;
  /** Throws if it must be tried again. */
  readonly run: (taken: Taken) => Promise<void>;
  /** An error as text that can be stored. */
  readonly reasonOf: (error: unknown) => string;
  /** The database failed; the loop goes on. */
  readonly onTrouble: (error: unknown) => void;
}): WorkLoop {
  const running = new Map<string, Promise<void>>();
  let stopped = false;
  let askedAt = Date.now();
  let rouse = () => {};
  let roused = false;

  async function end(taken: Taken): Promise<void> {
    try {
      await run(taken);
    } catch (error) {
      // Repeating it could hit the next replica's taking: a wait does not change the number of failures.
      if (error instanceof LimitedUntil) return putOff(database, queue, { taken, until: error.until });
      const message = reasonOf(error);
      return retryThroughRestart(() => fail({ database, boss }, queue, { taken, message }));
    }
    await retryThroughRestart(() => complete(database, queue, taken));
  }

  /**
   * Waits for a database that restarts; otherwise the repository would wait until this replica counts as dead. After
   * that it does, and the work is done again.
   */
  async function retryThroughRestart(work: () => Promise<unknown>): Promise<void> {
    for (const deadline = Date.now() + SILENCE_SECONDS * 1_000; ; await sleep(ROUND_MS)) {
      try {
        await work();
        return;
      } catch (error) {
        if (stopped || Date.now() > deadline) throw error;
        onTrouble(error);
      }
    }
  }

  function begin(taken: Taken): void {
    const done = end(taken)
      .catch(onTrouble)
      .finally(() => {
        running.delete(taken.id);
        wake();
      });
    running.set(taken.id, done);
  }

  async function takeAll(): Promise<void> {
    while (!stopped && running.size < concurrency) {
      const taken = await takeNext(database, queue);
      askedAt = Date.now();
      if (taken === null) return;
      begin(taken);
    }
  }

  function wake(): void {
    roused = true;
    rouse();
  }

  const round = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ROUND_MS);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
      if (roused) rouse();
    });

  async function loop(): Promise<void> {
    while (!stopped) {
      roused = false;
      await takeAll().catch(onTrouble);
      await round();
    }
  }

  const looping = loop();
  const beating = setInterval(() => {
    beat(database, queue, [...running.keys()]).catch(onTrouble);
  }, BEAT_MS);

  return {
    wake,
    askedAt: () => (running.size < concurrency ? askedAt : Date.now()),
    async stop() {
      stopped = true;
      wake();
      await looping;
      await Promise.all(running.values());
      clearInterval(beating);
    },
  };
}
