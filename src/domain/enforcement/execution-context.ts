import { z } from "zod";
import { RepoPath } from "../contract/repo-path.js";
import { ModuleRef } from "../ids.js";

export const ExportKind = z.enum(["type", "interface", "function", "const", "class", "enum"]);
export type ExportKind = z.infer<typeof ExportKind>;

/** A name that a later module may import, verified to exist (requirements.md#context-accumulation). */
export const AvailableExport = z.strictObject({
  name: z.string().min(1),
  /** The module specifier after `from` in an import. */
  from: z.string().min(1),
  /** Null where no reader exists for its language: the contract proves that the name exists, but not its kind. */
  type: ExportKind.nullable(),
  created_by: ModuleRef,
  file: RepoPath,
});
export type AvailableExport = z.infer<typeof AvailableExport>;

/** The sum of the changes so far, as diffs. */
const ChangesSoFar = z.strictObject({
  files_created: z.array(RepoPath),
  files_modified: z.array(RepoPath),
  total_additions: z.int().min(0),
  total_deletions: z.int().min(0),
});

/** What one shipped module, or all of them together, provide to the next. */
export const ExecutionContext = z.strictObject({
  available_exports: z.array(AvailableExport),
  changes_so_far: ChangesSoFar,
});
export type ExecutionContext = z.infer<typeof ExecutionContext>;

/** Merges the contexts of shipped modules, in shipping order. */
export function accumulateContext(modules: readonly ExecutionContext[]): ExecutionContext {
  const changes = modules.map((module) => module.changes_so_far);
  const created = new Set(changes.flatMap((change) => change.files_created));
  const modified = new Set(changes.flatMap((change) => change.files_modified));
  return {
    available_exports: distinctExports(modules.flatMap((module) => module.available_exports)),
    changes_so_far: {
      files_created: [...created],
      // A file that one module created and another changed is still new to a later one.
      files_modified: [...modified].filter((path) => !created.has(path)),
      total_additions: changes.reduce((total, change) => total + change.total_additions, 0),
      total_deletions: changes.reduce((total, change) => total + change.total_deletions, 0),
    },
  };
}

/** One entry for `from:name`. The first module that exports it keeps it. */
function distinctExports(exports: readonly AvailableExport[]): AvailableExport[] {
  const byKey = new Map<string, AvailableExport>();
  for (const item of exports) {
    const key = `${item.from}:${item.name}`;
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()];
}
