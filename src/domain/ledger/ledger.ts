import { z } from "zod";
import { SpecId, SpecTaskId, TaskId, Version } from "../ids.js";
import { AssumptionId, DemandsNothing, RequirementId, RequirementKind } from "./scope.js";

/** The ledger of a product on the default branch. */
export const LEDGER_PATH = ".factory/product/ledger.yml";

/** The acceptance criteria of a task that show a row, word for word, so that a later draft can renumber them. */
const Shown = z.strictObject({
  task: SpecTaskId,
  /** Null where the project was never laid out. */
  task_id: TaskId.nullable(),
  criteria: z.array(z.string().min(1)),
});

/** Rows end; they do not vanish. */
const ended = z.strictObject({ by: z.string().min(1) }).exactOptional();

export const LedgerRequirement = z.strictObject({
  id: RequirementId,
  quote: z.string().min(1),
  file: z.string().min(1),
  lines: z.string().min(1),
  kind: RequirementKind,
  tasks: z.array(Shown),
  no_test: z.string().min(1).exactOptional(),
  ended,
});
export type LedgerRequirement = z.infer<typeof LedgerRequirement>;

export const LedgerAssumption = z.strictObject({
  id: AssumptionId,
  text: z.string().min(1),
  tasks: z.array(Shown),
  ended,
});
export type LedgerAssumption = z.infer<typeof LedgerAssumption>;

/** What was asked for, statement by statement, and what shows it (decisions.md#the-scope-ledger). */
export const Ledger = z.strictObject({
  schema_version: z.literal(1),
  spec_id: SpecId,
  spec_version: Version,
  requirements: z.array(LedgerRequirement),
  demands_nothing: z.array(DemandsNothing),
  assumptions: z.array(LedgerAssumption),
});
export type Ledger = z.infer<typeof Ledger>;

/** Rows that still hold. */
export function currentRows<T extends { readonly ended?: unknown }>(rows: readonly T[]): T[] {
  return rows.filter(({ ended }) => ended === undefined);
}
