import { z } from "zod";
import { isAllowedDependency } from "../config/allowed-dependency.js";
import { MeaningfulText } from "../contract/meaningful-text.js";
import { noDuplicates } from "../contract/unique.js";

/**
 * A package the plan wants to add (decisions.md#declared-packages). Its range is a range: an address, a path or an alias would
 * bring in code from somewhere else than the registries already in use.
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

/** The packages that need a person's consent: those outside `allowed_dependencies`. */
export function needsConsent(
  dependencies: readonly DeclaredDependency[],
  allowed: readonly string[],
): DeclaredDependency[] {
  return dependencies.filter(({ name }) => !isAllowedDependency(name, allowed));
}
