import type { JobEffect, JobResult, Jobs, RepositoryRef } from "./ports.js";

/** Jobs beside the loop: one per key, cancellable, their results handed back to it. */
export function createInProcessJobs({
  run,
  bringBack,
  onError,
}: {
  readonly run: (repository: RepositoryRef, effect: JobEffect, signal: AbortSignal) => Promise<JobResult>;
  /** Settles when the result has been taken. */
  readonly bringBack: (repository: RepositoryRef, result: JobResult) => Promise<void>;
  readonly onError: (error: unknown, repository: RepositoryRef) => void;
}): Jobs & { stop(): Promise<void> } {
  const running = new Map<
    string,
    { readonly repository: number; readonly controller: AbortController; readonly done: Promise<void> }
  >();

  let stopped = false;

  return {
    start(repository, effect) {
      const key = `${repository.id}/${effect.key}`;
      if (stopped || running.has(key)) return;
      const controller = new AbortController();
      const done = run(repository, effect, controller.signal)
        .then(
          async (result) => {
            if (!controller.signal.aborted)
              await Promise.race([bringBack(repository, result), ended(controller.signal)]);
          },
          (error: unknown) => {
            if (!controller.signal.aborted) onError(error, repository);
          },
        )
        .finally(() => running.delete(key));
      running.set(key, { repository: repository.id, controller, done });
    },
    cancelAll(repository) {
      for (const job of running.values()) if (job.repository === repository.id) job.controller.abort();
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
