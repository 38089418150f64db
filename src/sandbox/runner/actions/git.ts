import type { StepWork } from "../job/job-context.js";
import { runProcess } from "../process/run-process.js";

/** Runs one git command in a folder and returns its lines, or throws `GitFailed`. */
export type Git = (...args: string[]) => Promise<string[]>;

/** git refused, or was stopped together with its step. */
export class GitFailed extends Error {
  constructor(
    message: string,
    readonly stopped: boolean,
  ) {
    super(message);
    this.name = "GitFailed";
  }
}

/**
 * Runs git without the user's configuration: no global or system settings, and no prompt. Settings are passed through
 * the environment, because every process of the machine can read arguments.
 */
export function createGit(work: StepWork, folder: string, settings: Readonly<Record<string, string>>): Git {
  const { machine, folders, trackingId, onProcess } = work.job;
  const entries = Object.entries(settings);
  const env = {
    PATH: machine.path,
    HOME: folders.home,
    TMPDIR: folders.scratch,
    LANG: "C.UTF-8",
    RUNNER_TRACKING_ID: trackingId,
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
  return async (...args) => {
    const lines: string[] = [];
    const end = await runProcess({
      file: "git",
      args,
      cwd: folder,
      env,
      signal: work.signal,
      graceMs: machine.graceMs,
      drainMs: machine.drainMs,
      maxLineLength: machine.lineLength,
      onLine: (line) => lines.push(line),
      onStart: onProcess,
    });
    if (end.kind === "exited" && end.code === 0) return lines;
    if (end.kind === "stopped") throw new GitFailed("stopped", true);
    const why = end.kind === "not-started" ? end.message : lines.join("\n");
    throw new GitFailed(`git ${args[0]} failed: ${why}`, false);
  };
}
