import type { TaskId } from "../../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { SplitPart } from "./human-resolution.js";

/** One part of a split with its id. */
export type IdentifiedPart = { readonly task_id: TaskId; readonly part: Pick<SplitPart, "name" | "depends_on"> };

/**
 * Converts a person's dependencies into task ids. An entry is, in this order: the id of one of the original's
 * dependencies, a sibling's exact name, or a sibling's position (`#1` is the first). Other entries are refused
 * (requirements.md#resolutions).
 */
export function resolveSplitDependencies(
  originalDependencies: readonly TaskId[],
  parts: readonly IdentifiedPart[],
): Outcome<ReadonlyMap<TaskId, readonly TaskId[]>> {
  const byName = new Map<string, TaskId>();
  for (const { task_id, part } of parts) {
    if (byName.has(part.name)) {
      return refuse("split-name-repeated", `two new tasks are called "${part.name}": give each its own name`, {
        name: part.name,
      });
    }
    byName.set(part.name, task_id);
  }
  const byPosition = new Map(parts.map(({ task_id }, index) => [`#${index + 1}`, task_id]));
  const resolve = (entry: string) =>
    originalDependencies.find((id) => id === entry) ?? byName.get(entry) ?? byPosition.get(entry);

  const resolved = new Map<TaskId, readonly TaskId[]>();
  for (const { task_id, part } of parts) {
    const unknown = part.depends_on.find((entry) => resolve(entry) === undefined);
    if (unknown !== undefined) {
      const choices = [...originalDependencies, ...[...byName.keys()].map((name) => `"${name}"`), ...byPosition.keys()];
      return refuse(
        "split-dependency-unknown",
        `"${part.name}" cannot depend on "${unknown}": it may name ${choices.join(", ")}`,
        { name: part.name, depends_on: unknown, choices },
      );
    }
    resolved.set(task_id, [...new Set(part.depends_on.flatMap((entry) => resolve(entry) ?? []))]);
  }
  return accept(resolved);
}
