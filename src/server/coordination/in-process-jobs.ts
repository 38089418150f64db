import { AFTER_FAILURE_MS, type JobEffect, type JobResult, type Jobs, type RepositoryRef } from "../../engine/ports.js";
import { costOfUnused } from "../../features/budget/payments-for.js";
import type { LookAgain } from "./reconcile-again.js";

/** A job that was put off, so that nobody starts it before its time; or a failed one, which is looked at again then. */
export type WaitingJob = { readonly repository: RepositoryRef; readonly key: string };

/** Jobs beside the loop: one per key, cancellable, their results handed back to it. */
export function createInProcessJobs({
  run,
  bringBack,
  onError,
  later,
}: {
  readonly run: (repository: RepositoryRef, effect: JobEffect, signal: AbortSignal) => Promise<JobResult>;
  /** Settles when the result has been taken. */
  readonly bringBack: (repository: RepositoryRef, result: JobResult) => Promise<void>;
  readonly onError: (error: unknown, repository: RepositoryRef) => void;
  /** Looks at a repository again when a job of it that was put off, or failed, may be started. */
  readonly later: Pick<LookAgain<WaitingJob>, "lookAt" | "lookIn" | "isWaiting" | "forget">;
}): Jobs & { stop(): Promise<void> } {
  const running = new Map<
    string,
    { readonly repository: number; readonly controller: AbortController; readonly done: Promise<void> }
  >();

  let stopped = false;

  /** Not waited for until it is taken: whoever resumes may start the same job at once. */
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
            // Before anybody looks: the reconcile that takes what it cost owes it again.
            if (again !== undefined) later.lookAt(again.until, job);
            if (again !== undefined && result.events.length === 0) return;
            await Promise.race([bringBack(repository, result), ended(controller.signal)]);
          },
          (error: unknown) => {
            if (controller.signal.aborted) return;
            // By a name of its own, so that whoever mends what was wrong is heard at once; nobody needs to, either.
            later.lookIn(AFTER_FAILURE_MS, { repository, key: `${effect.key} after a failure` });
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
