import type { z } from "zod";
import { formatPath } from "../deficiency.js";
import type { PlanCheck, PlanProblem } from "./plan-problem.js";

/** The check that a schema issue belongs to, by the first of these fields in its path. */
const CHECK_OF_FIELD: readonly (readonly [field: string, check: PlanCheck])[] = [
  ["io_contract", "dimensions"],
  ["depends_on", "references"],
  ["purpose", "decomposition"],
];

/** Zod's issues as plan problems, each with the invalid value (requirements.md#plan-checks: the re-prompt). */
export function shapeProblems(candidate: unknown, error: z.ZodError): PlanProblem[] {
  return error.issues.map((issue) => {
    const check = CHECK_OF_FIELD.find(([field]) => issue.path.includes(field))?.[1] ?? "schema";
    return {
      check,
      path: formatPath(issue.path),
      field: String(issue.path.findLast((segment) => typeof segment === "string") ?? ""),
      severity: "ERROR",
      value: valueAt(candidate, issue.path),
      message: issue.message,
    };
  });
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, segment) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    return Reflect.get(value, segment);
  }, root);
}
