import { accept, type Outcome } from "../../../domain/refusal.js";
import { holds, interpolate, interpolateAll, resolveScalar } from "../expressions/evaluate.js";
import type { ExpressionScope } from "../expressions/expression-scope.js";
import type { StepConsole } from "../log/step-console.js";
import type { Step } from "../workflow/workflow.js";
import { failed, type JobContext, type JobState, type StepEnd, type StepWork } from "./job-context.js";
import { runnerContext } from "./job-environment.js";
import { resolveMinutes, timerMs } from "./minutes.js";
import { performStep } from "./perform-step.js";
import type { ScriptDefaults } from "./run-script.js";
import { scalars } from "./scalars.js";

/** A step that may start: its place, what it may use, and its defaults. */
export type DueStep = {
  readonly step: Step;
  readonly index: number;
  readonly field: readonly (string | number)[];
  readonly defaults: ScriptDefaults;
  readonly signal: AbortSignal;
};

/** Whether the step runs, by its `if:`. */
export function isRequested(job: JobContext, state: JobState, due: DueStep): Outcome<boolean> {
  const { step } = due;
  const contexts = stepContexts(job, state, actionName(due));
  return holds(step.if === undefined ? undefined : String(step.if), { contexts, status: state.status });
}

/** Runs a step until its end or its timeout. */
export async function runStep(
  job: JobContext,
  state: JobState,
  due: DueStep & { readonly console: StepConsole },
): Promise<StepEnd> {
  const { step, console } = due;
  const contexts = stepContexts(job, state, actionName(due));
  const own = interpolateAll(scalars(step.env), { contexts });
  if (!own.ok) return failed(due, own.refusal.message);
  const env = { ...state.env, ...own.value };
  const scope = { ...contexts, env };
  const minutes = minutesOf(step, { contexts: scope });
  if (!minutes.ok) return failed(due, minutes.refusal.message);
  const clock = startClock(minutes.value, job.machine.minuteMs);
  const signal = clock.signal === undefined ? due.signal : AbortSignal.any([due.signal, clock.signal]);
  try {
    const work: StepWork = {
      job,
      contexts: scope,
      env,
      pathAdditions: state.pathAdditions,
      signal,
      console,
      field: due.field,
      key: `step_${due.index + 1}`,
    };
    const end = await performStep(work, step, due.defaults);
    if (clock.signal?.aborted !== true || end.outcome !== "cancelled") return end;
    const name = stepName(step, { contexts: scope });
    const message = `The action '${name}' has timed out after ${minutes.value} minutes.`;
    return { ...end, outcome: failed(due, message).outcome };
  } finally {
    clock.stop();
  }
}

/** `continue-on-error` turns a failure into a success, except in `steps.<id>.outcome`. */
export function isForgiven(job: JobContext, state: JobState, due: DueStep): Outcome<boolean> {
  const contexts = stepContexts(job, state, actionName(due));
  const flag = resolveScalar(due.step["continue-on-error"] ?? false, { contexts });
  return flag.ok ? accept(flag.value === true || flag.value === "true") : flag;
}

/** The displayed name of a step: its own, or what it runs. */
export function stepName(step: Step, scope?: ExpressionScope): string {
  const text = step.name ?? `Run ${step.uses ?? step.run?.trim().split("\n")[0] ?? ""}`;
  const named = scope === undefined ? undefined : interpolate(text, scope);
  return named?.ok === true ? named.value : text;
}

/** The contexts of a step's expressions, and of a job's outputs, which belong to no step. */
export function stepContexts(job: JobContext, state: JobState, action: string): ExpressionScope["contexts"] {
  return {
    github: { ...job.github, action },
    inputs: job.plan.inputs,
    needs: job.needs,
    env: state.env,
    job: { status: state.status },
    steps: state.steps,
    runner: runnerContext(job.folders),
  };
}

/** GITHUB_ACTION: the step's id, or a name from its kind and position. */
function actionName({ step, index }: DueStep): string {
  return step.id ?? `__${step.uses === undefined ? "run" : "action"}_${index + 1}`;
}

function minutesOf(step: Step, scope: ExpressionScope): Outcome<number | undefined> {
  const declared = step["timeout-minutes"];
  return declared === undefined ? accept(undefined) : resolveMinutes(declared, scope);
}

function startClock(minutes: number | undefined, minuteMs: number): { signal?: AbortSignal; stop: () => void } {
  if (minutes === undefined) return { stop: () => {} };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timerMs(minutes, minuteMs));
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}
