/** Joins the forge and the local runner: a queued run is started, and what it tells becomes the forge's records. */

import type { LogLine } from "./forge/action-files.js";
import type { Hub, PerformRun } from "./forge/hub.js";
import type { OfRun } from "./forge/operations/actions/attempt.js";
import { runFacts } from "./forge/operations/actions/dispatch-workflow.js";
import { concludeRun, jobOf, recordRunNews } from "./forge/operations/actions/record-run.js";
import { type ConcurrencyGroups, createConcurrencyGroups } from "./runner/concurrency-groups.js";
import type { Machine } from "./runner/machine.js";
import type { RunNews } from "./runner/run-event.js";
import { startRun } from "./runner/start-run.js";
import { createRunnerHost, type LocalActions } from "./runner-host.js";

export type RunnerOptions = {
  readonly machine?: Partial<Machine>;
  /** Actions served from folders of this machine, by `owner/name` or `owner/name/path`. */
  readonly actions?: LocalActions;
};

export function performOnRunner({ machine = {}, actions = new Map() }: RunnerOptions = {}): PerformRun {
  const groups = new Map<number, ConcurrencyGroups>();
  return (hub, repository, run) => {
    const concurrency = groups.get(repository.id) ?? createConcurrencyGroups();
    groups.set(repository.id, concurrency);
    const of: OfRun = { repository, run };
    const scribe = createScribe(hub, of);
    const host = createRunnerHost(hub, of, { concurrency, actions, report: scribe.note });
    const power = new AbortController();
    const handle = startRun({
      ...runFacts(hub, repository, run),
      host,
      inputs: run.inputs,
      machine: { ...machine, halt: power.signal },
    });
    return {
      done: handle.done.then(scribe.settled, async (error: unknown) => {
        await scribe.settled();
        const reason = `the runner broke: ${String(error)}`;
        await hub.exclusive(repository, () => concludeRun(hub, of, { conclusion: "failure", reason }));
        throw error;
      }),
      cancel: handle.cancel,
      halt() {
        power.abort();
        handle.cancel();
      },
    };
  };
}

/** Writes down what it hears, in order, each piece under the repository's lock. */
function createScribe(hub: Hub, of: OfRun) {
  const logs = new Map<string, LogLine[]>();
  let tail: Promise<void> = Promise.resolve();
  const record = async (news: RunNews): Promise<void> => {
    if (news.kind === "job-finished") await hub.files.writeLog(jobOf(of, news.job).id, logs.get(news.job) ?? []);
    await hub.exclusive(of.repository, () => recordRunNews(hub, of, news));
  };
  return {
    note(news: RunNews): void {
      if (news.kind === "log") {
        const lines = logs.get(news.job) ?? [];
        lines.push({ step: news.step, at: new Date(hub.clock()).toISOString(), line: news.line });
        logs.set(news.job, lines);
        return;
      }
      tail = tail.then(() => record(news));
      // Its failure is heard by `settled`; until then it is nobody's unhandled rejection.
      tail.catch(() => undefined);
    },
    settled: (): Promise<void> => tail,
  };
}
