import semver from "semver";
import { z } from "zod";
import { type ModuleId, ModuleRange, type ModuleRef, parseModuleRef } from "../ids.js";
import { MeaningfulText } from "./meaningful-text.js";

/** A module id and a range that semver can read: `MM-0001@^1.0.0`. */
export const DependencyRange = ModuleRange.refine(
  (ref) => semver.validRange(parseModuleRange(ref).range) !== null,
  "must end in a semver range, such as MM-0001@^1.0.0",
);
export type DependencyRange = z.infer<typeof DependencyRange>;

/** One module that this one depends on, and why. */
export const ModuleDependency = z.strictObject({ ref: DependencyRange, why: MeaningfulText });
export type ModuleDependency = z.infer<typeof ModuleDependency>;

export function parseModuleRange(ref: string): { moduleId: ModuleId; range: string } {
  const at = ref.indexOf("@");
  return { moduleId: ref.slice(0, at), range: ref.slice(at + 1) };
}

/** Whether a shipped version of a module satisfies a dependency. */
export function satisfiesRange(ref: ModuleRef, requested: DependencyRange): boolean {
  const { moduleId, version } = parseModuleRef(ref);
  const { moduleId: requestedId, range } = parseModuleRange(requested);
  return moduleId === requestedId && semver.satisfies(version, range);
}
