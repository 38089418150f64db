import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { accept, type Outcome } from "../../domain/refusal.js";
import { readYaml } from "../../yaml/yaml.js";
import { type LoadedPreset, PresetFile, type TestRunner } from "./preset.js";
import { readCanary } from "./read-canary.js";

/** The folder of the presets, beside these sources and beside the built bundle. */
export const PRESETS_FOLDER = fileURLToPath(new URL("../../../gate-presets", import.meta.url));

/** Reads every `<name>.yml` of the folder with its canaries and its scaffold, in the order of their names. */
export async function loadPresets(folder: string): Promise<Outcome<readonly LoadedPreset[]>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yml")).sort();
  const presets: LoadedPreset[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    const preset = readYaml(name, await readFile(file, "utf8"), PresetFile);
    if (!preset.ok) return preset;
    const runners: TestRunner[] = [];
    for (const runner of preset.value.runners)
      runners.push({ ...runner, canary: await readCanary(folder, runner.canary) });
    const scaffold = await readScaffold(path.join(folder, "scaffold", preset.value.name));
    presets.push({ ...preset.value, runners, scaffold });
  }
  return accept(presets);
}

async function readScaffold(folder: string): Promise<LoadedPreset["scaffold"]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const scaffold = files.sort().map(async (file) => ({
    // npm leaves .gitignore files out of a package, so the scaffold's file has no dot.
    path: path
      .relative(folder, file)
      .split(path.sep)
      .join("/")
      .replace(/(^|\/)_gitignore$/, "$1.gitignore"),
    text: await readFile(file, "utf8"),
  }));
  return Promise.all(scaffold);
}
