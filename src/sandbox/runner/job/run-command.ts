import { type ProcessEnd, runProcess } from "../process/run-process.js";
import { failed, type StepEnd, type StepWork } from "./job-context.js";
import { stepEnvironment } from "./job-environment.js";
import { createStepFiles, readStepFiles } from "./step-files.js";

/** A command of a step, with its special environment. */
export type StepCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly inputs?: Readonly<Record<string, string>>;
};

/** Runs a step's command with GitHub's environment, and reads what it wrote to its files. */
export async function runCommand(work: StepWork, command: StepCommand): Promise<StepEnd> {
  const { job, console } = work;
  const files = await createStepFiles(job.folders.temp, work.key);
  const github = { ...asRecord(work.contexts.github), env: files.env, path: files.path, output: files.output };
  const end = await runProcess({
    ...command,
    env: stepEnvironment({
      searchPath: job.machine.path,
      pathAdditions: work.pathAdditions,
      folders: job.folders,
      github: { ...github, step_summary: files.summary, state: files.state },
      trackingId: job.trackingId,
      userEnv: work.env,
      ...(command.inputs === undefined ? {} : { inputs: command.inputs }),
    }),
    signal: work.signal,
    graceMs: job.machine.graceMs,
    drainMs: job.machine.drainMs,
    // Twice the visible length, because the log masks before it cuts.
    maxLineLength: job.machine.lineLength * 2,
    onLine: console.read,
    onStart: job.onProcess,
  });
  const written = await readStepFiles(files);
  for (const warning of written.warnings) console.annotate("error", warning);
  for (const problem of written.problems) console.annotate("error", problem);
  const { env, path, outputs, summary } = written;
  const whole = written.problems.length === 0 && console.broken().length === 0;
  const outcome = outcomeOf(end, whole, work);
  return { outcome, env, path, outputs, summary: job.masker.mask(summary) };
}

function outcomeOf(end: ProcessEnd, whole: boolean, work: StepWork): StepEnd["outcome"] {
  switch (end.kind) {
    case "stopped":
      return "cancelled";
    case "exited":
      if (end.code === 0) return whole ? "success" : "failure";
      return failed(work, `Process completed with exit code ${end.code}.`).outcome;
    case "killed":
      return failed(work, `Process was ended by ${end.signal}.`).outcome;
    case "not-started":
      return failed(work, `Process could not be started: ${end.message}`).outcome;
    default:
      return end satisfies never;
  }
}

function asRecord(value: StepWork["contexts"][string] | undefined): StepWork["job"]["github"] {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as StepWork["job"]["github"])
    : {};
}
