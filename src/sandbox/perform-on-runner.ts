/**
 * Connects the forge and the local runner: starts queued runs, and stores the runner's reports as the forge's records.
 */

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
    const recorder = createRecorder(hub, of);
    const host = createRunnerHost(hub, of, { concurrency, actions, report: recorder.note });
    const power = new AbortController();
    const handle = startRun({
      ...runFacts(hub, repository, run),
      host,
      inputs: run.inputs,
      machine: { ...machine, halt: power.signal },
    });
    return {
      done: handle.done.then(recorder.settled, async (error: unknown) => {
        await recorder.settled();
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

/** Stores the runner's reports in order, each under the repository's lock. */
function createRecorder(hub: Hub, of: OfRun) {
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
      // `settled` reports its failure. Until then the rejection counts as handled.
      tail.catch(() => undefined);
    },
    settled: (): Promise<void> => tail,
  };
}
