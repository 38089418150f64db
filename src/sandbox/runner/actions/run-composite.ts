import { holds, interpolateAll } from "../expressions/evaluate.js";
import type { Status } from "../expressions/expression-scope.js";
import { failed, type StepEnd, type StepRecord, type StepWork, succeeded } from "../job/job-context.js";
import { runScript } from "../job/run-script.js";
import { scalars } from "../job/scalars.js";
import type { Step } from "../workflow/workflow.js";
import type { ActionManifest } from "./action-manifest.js";

/** A call of a composite action: its scripts and the expressions of its outputs. */
export type CompositeCall = {
  readonly folder: string;
  readonly steps: readonly Step[];
  readonly outputs: NonNullable<ActionManifest["outputs"]>;
  readonly inputs: Readonly<Record<string, string>>;
};

type Progress = {
  readonly status: Status;
  readonly steps: Readonly<Record<string, StepRecord>>;
  readonly end: StepEnd;
};

/** Runs the scripts in order, in the log of the calling step. The job sees the outputs but not the inner steps. */
export async function runComposite(work: StepWork, call: CompositeCall): Promise<StepEnd> {
  let progress: Progress = { status: "success", steps: {}, end: succeeded() };
  for (const [index, step] of call.steps.entries()) {
    const next = await runInner(inside(work, call, { ...progress, index }), step, progress);
    if ("outcome" in next) return next;
    progress = next;
  }
  const values = Object.entries(call.outputs).map(([name, { value = "" }]) => [name, value] as const);
  const outputs = interpolateAll(
    Object.fromEntries(values),
    inside(work, call, { ...progress, index: call.steps.length }),
  );
  if (!outputs.ok) return failed(work, outputs.refusal.message);
  return { ...progress.end, outputs: outputs.value };
}

/** The contexts of an inner step: the action's inputs and steps, and everything that earlier inner steps exported. */
function inside(work: StepWork, call: CompositeCall, at: Progress & { readonly index: number }): StepWork {
  const { steps, end, index } = at;
  const { needs: _needs, job: _job, ...visible } = work.contexts;
  const env = { ...work.env, ...end.env };
  const github = { ...(visible.github as object), action_path: call.folder };
  return {
    ...work,
    env,
    pathAdditions: [...work.pathAdditions, ...end.path],
    contexts: { ...visible, github, inputs: call.inputs, steps, env },
    key: `${work.key}_${index + 1}`,
  };
}

async function runInner(work: StepWork, step: Step, before: Progress): Promise<Progress | StepEnd> {
  const requested = holds(step.if === undefined ? undefined : String(step.if), {
    contexts: work.contexts,
    status: before.status,
  });
  if (!requested.ok) return failed(work, requested.refusal.message);
  if (!requested.value) return before;
  const own = interpolateAll(scalars(step.env), { contexts: work.contexts });
  if (!own.ok) return failed(work, own.refusal.message);
  const env = { ...work.env, ...own.value };
  const done = await runScript({ ...work, env, contexts: { ...work.contexts, env } }, step, {});
  const record: StepRecord = { outputs: done.outputs, outcome: done.outcome, conclusion: done.outcome };
  return {
    status: done.outcome === "success" ? before.status : done.outcome,
    steps: step.id === undefined ? before.steps : { ...before.steps, [step.id]: record },
    end: {
      outcome: before.end.outcome === "success" ? done.outcome : before.end.outcome,
      outputs: {},
      env: { ...before.end.env, ...done.env },
      path: [...before.end.path, ...done.path],
      summary: `${before.end.summary}${done.summary}`,
    },
  };
}
