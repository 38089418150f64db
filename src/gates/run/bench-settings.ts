import { randomBytes } from "node:crypto";
import { probeConfinement } from "./probe-confinement.js";
import { COMMAND_LIMITS } from "./run-command.js";
import type { BenchSettings } from "./workbench.js";

/** The benches of this machine: the strongest confinement it has, and ids that nobody can guess. */
export async function benchSettings(jobEnv: NodeJS.ProcessEnv, presetsFolder: string): Promise<BenchSettings> {
  return {
    confinement: await probeConfinement(jobEnv.PATH ?? "/usr/local/bin:/usr/bin:/bin"),
    jobEnv,
    presetsFolder,
    limits: COMMAND_LIMITS,
    randomId: () => randomBytes(8).toString("hex"),
  };
}
