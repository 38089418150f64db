import type { EventOf, FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { type FailingJob, MOST_FAILURES } from "./failing-job.js";

type Failed = EventOf<"job-failed">;

/** Jobs without a task have no end that clears them, so only the newest are kept. */
const MOST_KEPT = 20;

/**
 * Counts equal errors of one job. The last one that is allowed halts the job's task, or the draft; a job of neither is
 * shown as a wait and goes on being tried.
 */
export function jobFailed(state: FactoryState, event: Failed): FactoryState {
  const { [event.job]: known, ...others } = state.failing_jobs ?? {};
  // A result that an unfinished reconcile had, too.
  if (known?.last_at === event.at) return state;
  const failing = counted(event, known);
  const halted = failing.times < MOST_FAILURES ? undefined : halt(state, event, failing);
  return withJobs(halted ?? state, halted === undefined ? { ...others, [event.job]: failing } : others);
}

/** A task whose work moves has got further than its failing jobs. */
export function endFailingJobs(state: FactoryState, event: FactoryEvent): FactoryState {
  if (state.failing_jobs === undefined) return state;
  const updated = event.kind === "work-updated" ? event.task_id : undefined;
  const drafted = ["spec-drafted", "draft-failed", "clarification-asked"].includes(event.kind);
  if (updated === undefined && !drafted) return state;
  const left = Object.entries(state.failing_jobs).filter(
    ([, { task, what }]) => (updated === undefined || task !== updated) && !(drafted && what === "draft-spec"),
  );
  return withJobs(state, Object.fromEntries(left));
}

function counted({ at, what, task, why }: Failed, known: FailingJob | undefined): FailingJob {
  const same = known?.why === why ? known : undefined;
  return { what, task, why, times: (same?.times ?? 0) + 1, since: same?.since ?? at, last_at: at };
}

function halt(state: FactoryState, event: Failed, { times }: FailingJob): FactoryState | undefined {
  const { task, what, why } = event;
  if (task === null) {
    if (what !== "draft-spec" || state.product?.phase !== "drafting") return undefined;
    const { round } = state.product;
    return { ...state, product: { phase: "stuck", round, why: `the job failed ${times} times: ${why}` } };
  }
  const work = state.work[task];
  if (work === undefined || work.halting !== null || work.stage.stage === "halted") return undefined;
  const halting = { kind: "job-failed" as const, job: what, times, last_error: why };
  return { ...state, work: { ...state.work, [task]: { ...work, halting } } };
}

function withJobs(state: FactoryState, jobs: Readonly<Record<string, FailingJob>>): FactoryState {
  const { failing_jobs: _, ...rest } = state;
  const kept = Object.entries(jobs).slice(-MOST_KEPT);
  return kept.length === 0 ? rest : { ...rest, failing_jobs: Object.fromEntries(kept) };
}
