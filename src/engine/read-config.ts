import { checkConfig } from "../domain/config/check-config.js";
import { Config } from "../domain/config/config.js";
import { CONFIG_PATH } from "../domain/gates/state-paths.js";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import { lineOfField, readYaml } from "../yaml/yaml.js";
import type { ObservedFile } from "./observation.js";

/**
 * The configuration in force. A broken file is never replaced by the defaults, which could be less strict than its
 * author meant. A missing or empty file means the defaults.
 */
export function readConfig(file: ObservedFile): Outcome<Config> {
  if (file.status === "unusable") return refuse("config-unusable", file.why);
  const read = readYaml(CONFIG_PATH, file.status === "present" ? file.text : "", Config.nullable());
  if (!read.ok) return read;
  const config = read.value ?? Config.parse({});
  const errors = checkConfig(config).filter(({ severity }) => severity === "ERROR");
  if (errors.length === 0) return accept(config);
  const text = file.status === "present" ? file.text : "";
  const list = errors
    .map(({ path, message }) => `${CONFIG_PATH}:${lineOfField(text, path.split("."))}: ${path}: ${message}`)
    .join("\n");
  return refuse("config-contradicts-itself", list, { errors });
}
