import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Canary, CanaryFiles } from "./preset.js";

/** Reads the texts of a canary from the presets' folder. */
export async function readCanary(presetsFolder: string, canary: CanaryFiles): Promise<Canary> {
  const read = (name: string) => readFile(path.join(presetsFolder, "canaries", name), "utf8");
  if (canary.kind === "file") return { ...canary, text: await read(canary.text) };
  const { kind, module, script } = canary;
  if (script === undefined) return { kind, module: await read(module) };
  return { kind, module: await read(module), script: await read(script) };
}
