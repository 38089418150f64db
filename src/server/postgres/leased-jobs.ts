import { setTimeout as sleep } from "node:timers/promises";
import type { JobEffect, JobResult, Jobs, RepositoryRef } from "../../engine/ports.js";
import { costOfUnused } from "../../features/budget/payments-for.js";
import { type JobLeases, leaseName } from "./job-leases.js";

/** Far more often than a lease ends; a pause takes effect within two intervals. */
const BEAT_MS = 10_000;
const LISTEN_MS = 1_000;
/** A result is worth a model call, and so is its cost: this is longer than a database takes to restart. */
const KEEP_TRYING_MS = 300_000;

/**
 * Jobs beside the loop, between replicas: the replica whose reconcile started a job runs it alone while it lives
 * (decisions.md#commit-first-act-second). Results are stored in the database until a reconcile, on any replica, has
 * taken them.
 */
export function createLeasedJobs({
  leases,
  run,
  onError,
  onTrouble,
}: {
  readonly leases: JobLeases;
  readonly run: (repository: RepositoryRef, effect: JobEffect, signal: AbortSignal) => Promise<JobResult>;
  readonly onError: (error: unknown, repository: RepositoryRef) => void;
  /** The database failed; leases that cannot be extended are free in a minute. */
  readonly onTrouble: (error: unknown) => void;
}): Jobs & { stop(): Promise<void> } {
  type Running = { readonly repository: number; readonly controller: AbortController; done: Promise<void> };
  const running = new Map<string, Running>();
  let stopped = false;

  async function perform(repository: RepositoryRef, effect: JobEffect, signal: AbortSignal): Promise<void> {
    const outcome = await run(repository, effect, signal).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    if (signal.aborted) {
      const cost = "result" in outcome ? costOfUnused(outcome.result) : { events: [], files: [] };
      const release = () => leases.release(repository, effect.key, cost);
      // Without a cost nothing is lost if it fails: the lease ends by itself.
      return cost.events.length === 0 ? release() : insistently(release, onTrouble);
    }
    if ("result" in outcome) {
      const { again, broken, ...result } = outcome.result;
      if (broken !== undefined) onError(broken, repository);
      if (again === undefined) return insistently(() => leases.finish(repository, effect.key, result), onTrouble);
      const milliseconds = Math.max(0, Date.parse(again.until) - Date.now());
      return insistently(() => leases.putOff(repository, effect.key, { milliseconds, cost: result }), onTrouble);
    }
    onError(outcome.error, repository);
    return leases.leave(repository, effect.key);
  }

  const beating = setInterval(() => {
    if (running.size > 0) leases.beat().catch(onTrouble);
    leases.reap().catch(onTrouble);
  }, BEAT_MS);

  async function hear(): Promise<void> {
    if (running.size === 0) return;
    const cancelled = await leases.cancelled();
    for (const [name, { controller }] of running) if (cancelled.has(name)) controller.abort();
  }
  const listening = setInterval(() => void hear().catch(onTrouble), LISTEN_MS);

  return {
    async start(repository, effect) {
      const name = leaseName(repository, effect.key);
      if (stopped || running.has(name)) return;
      const job: Running = { repository: repository.id, controller: new AbortController(), done: Promise.resolve() };
      // Before the first await, so that a second start sees it.
      running.set(name, job);
      try {
        if (!(await leases.take(repository, effect.key))) {
          running.delete(name);
          return;
        }
      } catch (error) {
        running.delete(name);
        throw error;
      }
      job.done = perform(repository, effect, job.controller.signal)
        .catch(onTrouble)
        .finally(() => running.delete(name));
    },
    async cancelAll(repository) {
      for (const job of running.values()) if (job.repository === repository.id) job.controller.abort();
      await leases.cancelAll(repository);
    },
    async stop() {
      stopped = true;
      clearInterval(listening);
      for (const job of running.values()) job.controller.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
      clearInterval(beating);
    },
  };
}

/** Repeats for a while, with growing pauses. */
async function insistently(write: () => Promise<void>, onTrouble: (error: unknown) => void): Promise<void> {
  const deadline = Date.now() + KEEP_TRYING_MS;
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      return await write();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      onTrouble(error);
    }
    await sleep(pause);
  }
}
