import { AFTER_FAILURE_MS, type JobEffect, type JobResult, type Jobs, type RepositoryRef } from "../../engine/ports.js";
import { costOfUnused } from "../../features/budget/payments-for.js";
import type { ReconcileAgain } from "./reconcile-again.js";

/** A job that was postponed or has failed, and is started again later. */
export type WaitingJob = { readonly repository: RepositoryRef; readonly key: string };

/** Jobs beside the loop: one per key, cancellable, with results for the loop. */
export function createInProcessJobs({
  run,
  bringBack,
  onError,
  later,
}: {
  readonly run: (repository: RepositoryRef, effect: JobEffect, signal: AbortSignal) => Promise<JobResult>;
  /** Resolves when the result was taken. */
  readonly bringBack: (repository: RepositoryRef, result: JobResult) => Promise<void>;
  readonly onError: (error: unknown, repository: RepositoryRef) => void;
  /** Reconciles a repository again when its postponed or failed job may be started. */
  readonly later: Pick<ReconcileAgain<WaitingJob>, "reconcileAt" | "reconcileIn" | "isWaiting" | "forget">;
}): Jobs & { stop(): Promise<void> } {
  const running = new Map<
    string,
    { readonly repository: number; readonly controller: AbortController; readonly done: Promise<void> }
  >();

  let stopped = false;

  /** Does not wait until the cost is taken: after a resume the same job may start at once. */
  function bringCost(repository: RepositoryRef, result: JobResult): void {
    const cost = costOfUnused(result);
    if (cost.events.length > 0) bringBack(repository, cost).catch((error: unknown) => onError(error, repository));
  }

  return {
    start(repository, effect) {
      const key = `${repository.id}/${effect.key}`;
      const job = { repository, key: effect.key };
      if (stopped || running.has(key) || later.isWaiting(job)) return;
      const controller = new AbortController();
      const done = run(repository, effect, controller.signal)
        .then(
          async ({ again, broken, ...result }) => {
            if (controller.signal.aborted) return bringCost(repository, result);
            if (broken !== undefined) onError(broken, repository);
            // Before the reconcile: the reconcile that takes the cost derives the job again.
            if (again !== undefined) later.reconcileAt(again.until, job);
            if (again !== undefined && result.events.length === 0) return;
            await Promise.race([bringBack(repository, result), ended(controller.signal)]);
          },
          (error: unknown) => {
            if (controller.signal.aborted) return;
            // Under its own name, so that an event after a repair has an effect at once; without one, it is tried again
            // anyway.
            later.reconcileIn(AFTER_FAILURE_MS, { repository, key: `${effect.key} after a failure` });
            onError(error, repository);
          },
        )
        .finally(() => running.delete(key));
      running.set(key, { repository: repository.id, controller, done });
    },
    cancelAll(repository) {
      for (const job of running.values()) if (job.repository === repository.id) job.controller.abort();
      later.forget((job) => job.repository.id === repository.id);
    },
    async stop() {
      stopped = true;
      for (const job of running.values()) job.controller.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
