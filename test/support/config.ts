import { Config } from "../../src/domain/config/config.js";

/** A valid configuration: the defaults plus the test's changes. */
export function aConfig(changes: Partial<Config> = {}): Config {
  return { ...Config.parse({}), ...changes };
}
