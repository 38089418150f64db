import { z } from "zod";
import type { Config } from "../domain/config/config.js";
import { resolveConfig } from "../domain/config/resolve-config.js";
import { CONFIG_PATH } from "../domain/gates/state-paths.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { fieldLines, readYaml } from "./yaml.js";

/**
 * The configuration in force: the loop, the roles, the gates and the command line read it here. A broken file is never
 * replaced by the defaults, which could be less strict than its author meant. Without a file, or with an empty one, the
 * defaults are in force.
 */
export function readConfig(text: string | undefined): Outcome<Config> {
  const raw = readYaml(CONFIG_PATH, text ?? "", z.unknown());
  if (!raw.ok) return raw;
  const { config, deficiencies } = resolveConfig(raw.value);
  if (config !== null) return accept(config);
  const lineOf = fieldLines(text ?? "");
  const lines = deficiencies
    .filter(({ severity }) => severity === "ERROR")
    .map(({ path, message }) => {
      const field = path === "" ? "" : `${path}: `;
      return `${CONFIG_PATH}:${lineOf(path.split(/[.[\]]+/).filter(Boolean))}: ${field}${message}`;
    });
  return refuse("config-invalid", lines.join("\n"), { deficiencies });
}
