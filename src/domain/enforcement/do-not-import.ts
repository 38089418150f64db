import { bareExportName } from "../contract/assertion.js";
import type { ModuleId } from "../ids.js";

/** A module of the project, as far as other modules may know it. */
export type Neighbour = { readonly moduleId: ModuleId; readonly shipped: boolean; readonly creates: readonly string[] };

/** A name that must not be imported, and why. */
export type ForbiddenImport = {
  readonly name: string;
  readonly module: ModuleId;
  readonly reason: "not-shipped" | "not-a-dependency";
};

export type ImportQuestion = {
  readonly moduleId: ModuleId;
  /** The modules that this one declares as dependencies. */
  readonly declared: readonly ModuleId[];
  readonly neighbours: readonly Neighbour[];
};

/** Exports of modules that have not shipped, or that are sealed for this one (decisions.md#do-not-import). */
export function forbiddenImports({ moduleId, declared, neighbours }: ImportQuestion): ForbiddenImport[] {
  const dependencies = new Set(declared);
  return neighbours
    .filter((neighbour) => neighbour.moduleId !== moduleId)
    .filter((neighbour) => !(neighbour.shipped && dependencies.has(neighbour.moduleId)))
    .flatMap((neighbour) =>
      neighbour.creates.map((name) => ({
        name: bareExportName(name),
        module: neighbour.moduleId,
        reason: neighbour.shipped ? ("not-a-dependency" as const) : ("not-shipped" as const),
      })),
    );
}
