import type { Conclusion } from "../run-event.js";
import type { Job } from "../workflow/workflow.js";
import type { JobContext, JobState, StepEnd, StepRecord } from "./job-context.js";
import type { JobSignals } from "./job-signals.js";
import type { ScriptDefaults } from "./run-script.js";
import { type DueStep, isForgiven, isRequested, runStep } from "./run-step.js";
import { FIRST_STEP, type StepContext } from "./step-context.js";

type Taken = { readonly next: JobState; readonly conclusion: Conclusion };

/**
 * Runs the steps in order. After a failure or cancellation, the conditions of the remaining steps are still evaluated.
 */
export async function runSteps(
  context: JobContext,
  options: { readonly job: Job; readonly state: JobState; readonly signals: JobSignals; readonly session: StepContext },
): Promise<JobState> {
  const { job, signals, session } = options;
  const defaults = defaultsOf(context, job);
  let state = options.state;
  for (const [index, step] of job.steps.entries()) {
    state = signals.isStopped() ? { ...state, status: "cancelled" } : state;
    const field = ["jobs", context.key, "steps", index];
    const due: DueStep = { step, index, field, defaults, signal: signals.forStep() };
    const { next, conclusion } = await takeStep(context, due, { state, signals, session });
    session.close(index + FIRST_STEP, conclusion);
    state = next;
  }
  return signals.isStopped() ? { ...state, status: "cancelled" } : state;
}

async function takeStep(
  context: JobContext,
  due: DueStep,
  {
    state,
    signals,
    session,
  }: { readonly state: JobState; readonly signals: JobSignals; readonly session: StepContext },
): Promise<Taken> {
  const requested = isRequested(context, state, due);
  if (requested.ok && (!requested.value || signals.isOver())) {
    const record: StepRecord = { outputs: {}, outcome: "skipped", conclusion: "skipped" };
    return { next: remember(state, due, record), conclusion: "skipped" };
  }
  const console = session.open(due.index + FIRST_STEP);
  if (!requested.ok) console.annotate("error", requested.refusal.message);
  const end: StepEnd = requested.ok ? await runStep(context, state, { ...due, console }) : FAILED;
  const forgiven = end.outcome === "failure" ? isForgiven(context, state, due) : undefined;
  if (forgiven?.ok === false) console.annotate("error", forgiven.refusal.message);
  return settle(state, due, { end, isForgiven: forgiven?.ok === true && forgiven.value });
}

const FAILED: StepEnd = { outcome: "failure", outputs: {}, env: {}, path: [], summary: "" };

/** Merges the result of a step into the state of the job. */
function settle(
  state: JobState,
  due: DueStep,
  { end, isForgiven: forgiven }: { readonly end: StepEnd; readonly isForgiven: boolean },
): Taken {
  const conclusion = forgiven ? "success" : end.outcome;
  const record: StepRecord = { outputs: end.outputs, outcome: end.outcome, conclusion };
  const next: JobState = {
    ...remember(state, due, record),
    env: { ...state.env, ...end.env },
    pathAdditions: [...state.pathAdditions, ...end.path],
    status: conclusion === "success" || state.status === "cancelled" ? state.status : conclusion,
    summaries: end.summary === "" ? state.summaries : [...state.summaries, end.summary],
  };
  return { next, conclusion };
}

function remember(state: JobState, { step }: DueStep, record: StepRecord): JobState {
  return step.id === undefined ? state : { ...state, steps: { ...state.steps, [step.id]: record } };
}

function defaultsOf(context: JobContext, job: Job): ScriptDefaults {
  const run = { ...context.plan.workflow.defaults?.run, ...job.defaults?.run };
  return { shell: run.shell, workingDirectory: run["working-directory"] };
}
