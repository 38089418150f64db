import { z } from "zod";
import type { PresetCondition } from "./preset.js";

/** The repository's files, for conditions. */
export type RepositoryFiles = { has(path: string): boolean; read(path: string): string | undefined };

const PackageJson = z.looseObject({
  scripts: z.record(z.string(), z.unknown()).optional(),
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
});

/** Everything that the condition names must exist. No condition always holds. */
export function conditionHolds(condition: PresetCondition | undefined, files: RepositoryFiles): boolean {
  if (condition === undefined) return true;
  const { file, matches, script, dependency } = condition;
  if (file !== undefined && !files.has(file)) return false;
  if (matches !== undefined && !new RegExp(matches, "m").test(files.read(file ?? "") ?? "")) return false;
  if (script === undefined && dependency === undefined) return true;
  const manifest = readPackageJson(files);
  if (script !== undefined && manifest.scripts?.[script] === undefined) return false;
  return (
    dependency === undefined || { ...manifest.dependencies, ...manifest.devDependencies }[dependency] !== undefined
  );
}

/** An unreadable manifest has no scripts. The commands that need it report the problem better. */
function readPackageJson(files: RepositoryFiles): z.infer<typeof PackageJson> {
  try {
    return PackageJson.safeParse(JSON.parse(files.read("package.json") ?? "{}")).data ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
