import type { RepositoryRef } from "../../engine/ports.js";
import { createInProcessQueue } from "../queue/in-process-queue.js";
import { createTriggerGap } from "../queue/trigger-gap.js";
import {
  CONCURRENCY,
  type Coordination,
  countingSweep,
  GAP_MS,
  named,
  runLogged,
  type Services,
} from "./coordination.js";
import { createInProcessJobs, type WaitingJob } from "./in-process-jobs.js";
import { createJobResults } from "./job-results.js";
import { type Alarm, createReconcileAgain } from "./reconcile-again.js";
import { createTurns } from "./turns.js";

const ALARM: Alarm = {
  set(milliseconds, ring) {
    const timeout = setTimeout(ring, milliseconds);
    return { cancel: () => clearTimeout(timeout) };
  },
};

/** Everything inside this process. What is lost with it is found by the sweep at the next start. */
export function inOneProcess(services: Services): Coordination {
  const { log } = services;
  const results = createJobResults();
  const hearing = createTurns<number>();
  const trigger = (repositories: readonly RepositoryRef[]) => queue.enqueue(repositories);
  const later = createReconcileAgain<WaitingJob>({
    trigger: ({ repository }) => void trigger([repository]),
    keyOf: ({ repository, key }) => `${repository.id}/${key}`,
    now: Date.now,
    alarm: ALARM,
  });
  const jobs = createInProcessJobs({
    run: (repository, effect, signal) => runLogged(services, { repository, effect, signal }),
    later,
    bringBack: async (repository, result) => {
      const taken = results.bring(repository.id, result);
      await trigger([repository]);
      return taken;
    },
    onError: (error, repository) => log.error({ err: error, ...named(repository) }, "a job failed"),
  });
  const queue = createInProcessQueue<RepositoryRef>({
    concurrency: CONCURRENCY,
    keyOf: ({ id }) => String(id),
    groupOf: ({ installation }) => String(installation),
    run: async (repository) => {
      await results.lend(repository.id, (given) => services.reconcile(repository, jobs, given));
    },
    onError: (error, repository) => {
      if (again.takes(error, repository)) log.warn({ until: error.until, ...named(repository) }, error.message);
      else log.error({ err: error, ...named(repository) }, "reconciling failed");
    },
  });
  const again = createReconcileAgain<RepositoryRef>({
    trigger: (repository) => void trigger([repository]),
    keyOf: ({ id }) => String(id),
    now: Date.now,
    alarm: ALARM,
  });
  const gap = createTriggerGap({
    gapMs: GAP_MS,
    now: Date.now,
    alarm: ALARM,
    pass: (repository) => trigger([repository]),
  });
  const sweep = () =>
    countingSweep(services, async () => {
      for await (const repository of services.installed()) await trigger([repository]);
    });
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, "the sweep failed"));
  }, services.sweepMinutes * 60_000);
  return {
    trigger: gap.trigger,
    // Acknowledged at once. The person is looked up afterwards, and if that fails the button is refused.
    async press(button) {
      const { repository } = button;
      // One after the other, in the order of pressing, however long a lookup takes.
      void hearing(repository.id, async () => {
        const heard = await services.hear(button).catch((error: unknown) => {
          log.error({ err: error, ...named(repository) }, "a button could not be heard");
          return services.unheard(button);
        });
        void results.bring(repository.id, heard);
        await trigger([repository]);
      });
    },
    sweep,
    facts: async () => ({ waiting: (await queue.waiting()) + gap.held(), setAside: 0 }),
    problems: async () => [],
    async idle() {
      await gap.idle();
      await queue.idle();
    },
    async stop() {
      gap.stop();
      again.stop();
      later.stop();
      clearInterval(timer);
      // Reconciles are finished, jobs are not: their results are derived again after the next start. Their costs are
      // not, so those are taken first.
      await jobs.stop();
      await queue.stop();
    },
  };
}
