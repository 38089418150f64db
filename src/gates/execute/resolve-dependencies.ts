import { constants } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import type { DeclaredDependency } from "../../domain/plan/declared-dependency.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { Checkout } from "../checkout/open-checkout.js";
import type { ReportParts } from "../pipeline/gate-report.js";
import type { LoadedPreset } from "../presets/preset.js";
import type { GateCommands } from "../presets/resolve-commands.js";
import { type BenchSettings, openWorkbench } from "../run/workbench.js";
import { runStep } from "./run-step.js";

export type ResolveRun = {
  readonly head: Checkout;
  readonly dependencies: readonly DeclaredDependency[];
  readonly preset: LoadedPreset;
  readonly commands: GateCommands;
  readonly settings: BenchSettings;
};

/**
 * Makes the lock file for the declared dependencies, without installing anything or running a script
 * (decisions.md#declared-packages).
 */
export async function resolveDependencies({
  head,
  dependencies,
  preset,
  commands,
  settings,
}: ResolveRun): Promise<Outcome<ReportParts>> {
  if (dependencies.length === 0) return refuse("nothing-to-resolve", "the plan declares no dependencies");
  const bench = await openWorkbench({ gitDir: head.gitDir, tree: head.commit }, settings);
  try {
    const step = { presets: settings.presetsFolder, testFiles: [], changedFiles: [], dependencies };
    const { result } = await runStep(bench, commands.resolve, step);
    const files = [...new Set([...preset.manifest_files, ...preset.lock_files])];
    const resolved = await Promise.all(files.map((file) => readPlain(bench.folder, file)));
    const changed = resolved.filter((file) => file !== null && file.text !== head.tree.read(file.path));
    return accept({ commands: [result], resolved_files: changed.filter((file) => file !== null) });
  } finally {
    await bench.close();
  }
}

async function readPlain(folder: string, file: string): Promise<{ path: string; text: string } | null> {
  const handle = await open(path.join(folder, file), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (handle === null) return null;
  try {
    return { path: file, text: await handle.readFile("utf8") };
  } finally {
    await handle.close();
  }
}
