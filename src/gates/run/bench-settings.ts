import { randomBytes } from "node:crypto";
import { probeConfinement } from "./probe-confinement.js";
import { COMMAND_LIMITS } from "./run-command.js";
import type { BenchSettings } from "./workbench.js";

/** The settings for benches on this machine: its strongest confinement, and unguessable ids. */
export async function benchSettings(jobEnv: NodeJS.ProcessEnv, presetsFolder: string): Promise<BenchSettings> {
  return {
    confinement: await probeConfinement(jobEnv.PATH ?? "/usr/local/bin:/usr/bin:/bin"),
    jobEnv,
    presetsFolder,
    limits: COMMAND_LIMITS,
    randomId: () => randomBytes(8).toString("hex"),
  };
}
