import { z } from "zod";
import { isAllowedDependency } from "../config/allowed-dependency.js";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { noDuplicates } from "../contract/unique.js";

/**
 * A package that the plan adds (decisions.md#declared-packages). Its range must be a semver range: an address, a path
 * or an alias would load code from outside the configured registries.
 */
export const DeclaredDependency = z.strictObject({
  name: z.string().regex(/^[@\w][\w@./:-]*$/, "must be a package name"),
  range: z.string().regex(/^[\w.^~<>=*|,!+ [\]()-]+$/, "must be a version range, not an address, path or alias"),
  why: MeaningfulText,
});
export type DeclaredDependency = z.infer<typeof DeclaredDependency>;

export const DeclaredDependencies = z
  .array(DeclaredDependency)
  .superRefine(noDuplicates("package", (dependency) => dependency.name, "name"));

/** The packages that need a person's consent: those that `allowed_dependencies` does not list. */
export function needsConsent(
  dependencies: readonly DeclaredDependency[],
  allowed: readonly string[],
): DeclaredDependency[] {
  return dependencies.filter(({ name }) => !isAllowedDependency(name, allowed));
}
