import type { Contract } from "../../domain/contract/contract.js";
import type { ExecutionContext } from "../../domain/enforcement/execution-context.js";
import { lineChanges } from "../../domain/enforcement/line-changes.js";
import { type BuiltModule, plannedRef } from "../../domain/plan/micro-plan.js";
import { exportsOfDependency } from "../../roles/reading/read-dependency.js";
import type { Tree } from "../../roles/reading/read-task.js";

type Read = Pick<Tree, "blobs" | "read" | "readMany">;

/**
 * What a module leaves to later ones (requirements.md#context-accumulation): its exports, and the difference between the
 * commit before it and the one that ships. The files that it may change are those of its plan.
 */
export async function moduleContext(
  planned: BuiltModule,
  contract: Contract,
  { before, after }: { readonly before: Read; readonly after: Read },
): Promise<ExecutionContext> {
  const changed = planned.files
    .map(({ path }) => path)
    .filter((path) => before.blobs.get(path) !== after.blobs.get(path));
  const [old, now] = await Promise.all([before, after].map((tree) => tree.readMany(changed)));
  const lines = changed.map((path) => lineChanges(old?.get(path), now?.get(path)));
  const isIn = (tree: Read) => (path: string) => tree.blobs.has(path);
  const still = changed.filter(isIn(after));
  return {
    available_exports: await exportsOfDependency(after, { contract, surface: { ref: plannedRef(planned) } }, null),
    changes_so_far: {
      files_created: still.filter((path) => !isIn(before)(path)),
      files_modified: still.filter(isIn(before)),
      total_additions: lines.reduce((total, { additions }) => total + additions, 0),
      total_deletions: lines.reduce((total, { deletions }) => total + deletions, 0),
    },
  };
}
