import type { PresetName } from "../../domain/config/gates-config.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Preset } from "./preset.js";

/** The named preset. With `auto`, the only preset whose files are at the top of the repository. */
export function choosePreset<P extends Preset>(
  presets: readonly P[],
  requested: PresetName,
  paths: readonly string[],
): Outcome<P> {
  if (requested !== "auto") {
    const named = presets.find((preset) => preset.name === requested);
    return named === undefined ? refuse("preset-unknown", `there is no preset "${requested}"`) : accept(named);
  }
  const here = new Set(paths);
  const has = (name: string) => here.has(name);
  const fitting = presets.filter(({ detect }) => detect.any.some(has) && !detect.none.some(has));
  const [only, ...others] = fitting;
  const names = fitting.map(({ name }) => name).join(", ");
  if (only === undefined) {
    const looked = presets.flatMap(({ detect }) => detect.any).join(", ");
    return refuse(
      "preset-not-found",
      `no preset fits this repository: none of ${looked} is at its top. Set gates.preset in .factory/config.yml.`,
    );
  }
  if (others.length > 0) {
    return refuse(
      "preset-ambiguous",
      `several presets fit this repository: ${names}. Set gates.preset in .factory/config.yml to one of them.`,
      { presets: fitting.map(({ name }) => name) },
    );
  }
  return accept(only);
}
