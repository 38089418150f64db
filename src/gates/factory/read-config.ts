import { z } from "zod";
import type { Config } from "../../domain/config/config.js";
import { resolveConfig } from "../../domain/config/resolve-config.js";
import { CONFIG_PATH } from "../../domain/gates/state-paths.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { FileTree } from "../../languages/file-tree.js";
import { readOptional } from "./read-file.js";

/** The configuration at the base: a pull request cannot change the configuration that judges it. */
export function readConfig(base: FileTree): Outcome<Config> {
  const raw = readOptional(base, CONFIG_PATH, z.unknown());
  if (!raw.ok) return raw;
  const { config, deficiencies } = resolveConfig(raw.value);
  if (config !== null) return accept(config);
  const lines = deficiencies.map(({ path, message }) => `${CONFIG_PATH}: ${path}: ${message}`);
  return refuse("config-invalid", lines.join("\n"), { deficiencies });
}
