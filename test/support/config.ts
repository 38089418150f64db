import { Config } from "../../src/domain/config/config.js";

/** A valid configuration: every default, with what a test wants different. */
export function aConfig(changes: Partial<Config> = {}): Config {
  return { ...Config.parse({}), ...changes };
}
