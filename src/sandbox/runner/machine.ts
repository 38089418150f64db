import { tmpdir } from "node:os";
import type { Confinement } from "../../gates/run/confine.js";
import { probeConfinement } from "../../gates/run/probe-confinement.js";

/** The machine of a run, with its limits. Tests shorten the minute. Nothing else reads a clock. */
export type Machine = {
  /** The search path of every step. No other variable of the parent's environment is passed on. */
  readonly path: string;
  readonly tempRoot: string;
  /** The node for JavaScript actions, whatever version they request. */
  readonly node: string;
  readonly minuteMs: number;
  /** The time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** How long the runner waits for output of background children after a step has ended. */
  readonly drainMs: number;
  readonly parallelJobs: number;
  readonly stepLogBytes: number;
  readonly lineLength: number;
  readonly artifactBytes: number;
  readonly probeConfinement: () => Promise<Confinement>;
  /** The machine stops: everything ends at once, without time for cleaning up. */
  readonly halt?: AbortSignal;
};

export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  const path = env.PATH ?? "/usr/local/bin:/usr/bin:/bin";
  return {
    path,
    tempRoot: tmpdir(),
    node: process.execPath,
    minuteMs: 60_000,
    graceMs: 7_500,
    drainMs: 5_000,
    parallelJobs: 2,
    stepLogBytes: 4_194_304,
    lineLength: 65_536,
    artifactBytes: 268_435_456,
    probeConfinement: () => probeConfinement(path),
  };
}
