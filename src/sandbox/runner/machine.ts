import { tmpdir } from "node:os";
import type { Confinement } from "../../gates/run/confine.js";
import { probeConfinement } from "../../gates/run/probe-confinement.js";

/** The machine a run uses, and the limits it keeps. Tests shrink the minute; nothing else reads a clock. */
export type Machine = {
  /** The search path of every step. The rest of the parent's environment stays with the parent. */
  readonly path: string;
  readonly tempRoot: string;
  /** The node that runs JavaScript actions, whatever version they ask for. */
  readonly node: string;
  readonly minuteMs: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** How long a step waits for output of its background children after it has ended. */
  readonly drainMs: number;
  readonly parallelJobs: number;
  readonly stepLogBytes: number;
  readonly lineLength: number;
  readonly artifactBytes: number;
  readonly probeConfinement: () => Promise<Confinement>;
  /** The machine goes off: what runs ends at once, without time for cleaning up. */
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
