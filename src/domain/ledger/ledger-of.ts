import type { SpecTaskId, TaskId } from "../ids.js";
import type { ScopedTask } from "./check-arrows.js";
import type { Ledger, LedgerAssumption, LedgerRequirement } from "./ledger.js";
import type { HeldBy, Scope } from "./scope.js";

export type ScopedSpec = {
  readonly spec_id: string;
  readonly spec_version: string;
  readonly scope: Scope;
  readonly tasks: readonly ScopedTask[];
  /** The id that each task will have. */
  readonly taskIds: ReadonlyMap<SpecTaskId, TaskId>;
};

/** The ledger of a spec whose scope was located and numbered. Rows of the ledger before that are not in it any more end. */
export function ledgerOf({ scope, ...spec }: ScopedSpec, earlier: Ledger | null): Ledger {
  const tasks = new Map(spec.tasks.map(({ task_id, acceptance_criteria }) => [task_id, acceptance_criteria]));
  const shown = ({ task, criteria }: HeldBy) => ({
    task,
    task_id: spec.taskIds.get(task) ?? null,
    criteria: criteria.flatMap((number) => tasks.get(task)?.[number - 1] ?? []),
  });
  const by = `${spec.spec_id}@${spec.spec_version}`;
  const requirements = scope.requirements.map(({ held_by, id = "", lines = "", ...row }) => ({
    id,
    ...row,
    lines,
    tasks: held_by.map(shown),
  }));
  const assumptions = scope.assumptions.map(({ held_by, id = "", text }) => ({ id, text, tasks: held_by.map(shown) }));
  return {
    schema_version: 1,
    spec_id: spec.spec_id,
    spec_version: spec.spec_version,
    requirements: [...over<LedgerRequirement>(earlier?.requirements ?? [], requirements, by), ...requirements],
    demands_nothing: scope.demands_nothing,
    assumptions: [...over<LedgerAssumption>(earlier?.assumptions ?? [], assumptions, by), ...assumptions],
  };
}

/** Earlier rows that the new ones do not go on with, each ended once. */
function over<T extends { readonly id: string; readonly ended?: { readonly by: string } }>(
  earlier: readonly T[],
  rows: readonly { readonly id: string }[],
  by: string,
): T[] {
  const kept = new Set(rows.map(({ id }) => id));
  return earlier.filter(({ id }) => !kept.has(id)).map((row) => ({ ...row, ended: row.ended ?? { by } }));
}
