import { z } from "zod";
import { Deficiency } from "../deficiency.js";

/**
 * The checks of a plan. One to six are requirements.md#plan-checks; the rest are decisions, such as
 * decisions.md#reuse-builds-nothing.
 */
export const PLAN_CHECKS = {
  schema: { number: 1, title: "Schema conformance" },
  dimensions: { number: 2, title: "I/O dimension completeness" },
  references: { number: 3, title: "Dependency well-formedness" },
  "unique-ids": { number: 4, title: "Unique modules" },
  acyclic: { number: 5, title: "Dependencies form a DAG" },
  decomposition: { number: 6, title: "Decomposition rubric" },
  index: { number: 7, title: "External modules are in the code index" },
  reuse: { number: 8, title: "Reuse is decided on evidence" },
  "near-duplicate": { number: 9, title: "No unexplained near-duplicate" },
  ownership: { number: 10, title: "Each file belongs to one module" },
} as const satisfies Record<string, { number: number; title: string }>;

export const PlanCheck = z.enum(
  Object.keys(PLAN_CHECKS) as [keyof typeof PLAN_CHECKS, ...(keyof typeof PLAN_CHECKS)[]],
);
export type PlanCheck = z.infer<typeof PlanCheck>;

/** One problem of a plan: the check, the place, and the invalid value. */
export const PlanProblem = z.strictObject({ ...Deficiency.shape, check: PlanCheck, value: z.unknown() });
export type PlanProblem = z.infer<typeof PlanProblem>;

type Finding = { readonly path: string; readonly value: unknown; readonly message: string };

export function planError(check: PlanCheck, { path, value, message }: Finding): PlanProblem {
  return { check, path, field: lastField(path), severity: "ERROR", value, message };
}

export function planWarning(check: PlanCheck, finding: Finding): PlanProblem {
  return { ...planError(check, finding), severity: "WARNING" };
}

function lastField(path: string): string {
  return (
    path
      .replace(/\[\d+\]$/, "")
      .split(".")
      .at(-1) ?? ""
  );
}
