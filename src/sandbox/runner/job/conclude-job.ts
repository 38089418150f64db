import { interpolate } from "../expressions/evaluate.js";
import type { AnnotationLevel, JobResult } from "../run-event.js";
import type { Job } from "../workflow/workflow.js";
import type { JobContext, JobState } from "./job-context.js";
import { stepContexts } from "./run-step.js";
import { unconfinedWords } from "./set-up-job.js";

/** A message about a job after its last step. */
export type JobAnnotation = { readonly level: AnnotationLevel; readonly message: string };

export type JobEnd = JobResult & { readonly summary: string; readonly annotations: readonly JobAnnotation[] };

/** Evaluates a job's outputs and describes its result. */
export function concludeJob(
  context: JobContext,
  job: Job,
  { state, timedOutAfter }: { readonly state: JobState; readonly timedOutAfter: number | undefined },
): JobEnd {
  const { outputs, annotations, isBroken } = outputsOf(context, job, state);
  const time = `The job has exceeded the maximum execution time of ${timedOutAfter} minutes.`;
  return {
    conclusion: isBroken && state.status === "success" ? "failure" : state.status,
    outputs,
    summary: summaryOf(context, state.summaries),
    annotations: [...(timedOutAfter === undefined ? [] : [{ level: "error" as const, message: time }]), ...annotations],
  };
}

/** The steps' summaries, after a note about this machine's confinement. */
export function summaryOf({ confinement }: JobContext, summaries: readonly string[]): string {
  const warning = confinement.kind === "none" ? [`> [!WARNING]\n> ${unconfinedWords(confinement.reason)}\n`] : [];
  return [...warning, ...summaries].join("\n");
}

function outputsOf(
  context: JobContext,
  job: Job,
  state: JobState,
): { outputs: Record<string, string>; annotations: JobAnnotation[]; isBroken: boolean } {
  const scope = { contexts: stepContexts(context, state, "") };
  const outputs: Record<string, string> = {};
  const annotations: JobAnnotation[] = [];
  let isBroken = false;
  for (const [name, text] of Object.entries(job.outputs ?? {})) {
    const value = interpolate(text, scope);
    if (!value.ok) {
      isBroken = true;
      annotations.push({ level: "error", message: `output ${name}: ${value.refusal.message}` });
    } else if (context.masker.mask(value.value) !== value.value) {
      // GitHub does the same: later jobs and all readers of the run see an output.
      annotations.push({ level: "warning", message: `Skip output '${name}' since it may contain secret.` });
    } else outputs[name] = value.value;
  }
  return { outputs, annotations, isBroken };
}
