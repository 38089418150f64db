import type { Config } from "../domain/config/config.js";
import { type Outcome, refuse } from "../domain/refusal.js";
import { readConfig } from "../yaml/read-config.js";
import type { ObservedFile } from "./observation.js";

/** The configuration that was observed on the default branch. */
export function observedConfig(file: ObservedFile): Outcome<Config> {
  return file.status === "unusable"
    ? refuse("config-unusable", file.why)
    : readConfig(file.status === "present" ? file.text : undefined);
}
