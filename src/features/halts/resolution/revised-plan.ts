import { z } from "zod";
import { formatPath } from "../../../domain/deficiency.js";
import { findCycle } from "../../../domain/graph.js";
import { ModuleRef } from "../../../domain/ids.js";
import { PlanDraft } from "../../../domain/plan/plan-draft.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import { Statement } from "../../../domain/statement.js";

/** The short form: a person's division of the task, in their own names. The planner completes it. */
export const PlanOutline = z
  .array(z.strictObject({ module_id: Statement, description: Statement, depends_on: z.array(Statement) }))
  .min(1, "needs at least 1 module");
export type PlanOutline = z.infer<typeof PlanOutline>;

/** An outline prepared for a person, who must name the modules. */
export const UnfinishedOutline = z.strictObject({
  revised_micro_plan: z.array(
    z.strictObject({ module_id: z.string(), description: z.string(), depends_on: z.array(z.string()) }),
  ),
});

/** The readable part of an invalid plan: its division into modules. */
export const DivisionAsRead = z.looseObject({
  modules: z.array(z.looseObject({ key: Statement, purpose: Statement, depends_on: z.array(z.string()) })).min(1),
});

/** A person's division into modules: the short form, or a complete plan (requirements.md#resolutions). */
export const RevisedPlan = z.union([PlanOutline, PlanDraft], {
  error: (issue) => (issue.code === "invalid_union" ? explain(issue.input) : undefined),
});
export type RevisedPlan = z.infer<typeof RevisedPlan>;

export function isOutline(plan: RevisedPlan): plan is PlanOutline {
  return Array.isArray(plan);
}

/** Names are unique, and every dependency is another module of the outline or a shipped one. */
export function checkOutline(outline: PlanOutline): Outcome<PlanOutline> {
  const names = outline.map(({ module_id }) => module_id);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) {
    return refuse("outline-repeated", `two modules are called "${repeated}": give each its own name`, { repeated });
  }
  for (const { module_id, depends_on } of outline) {
    const unknown = depends_on.find((name) => !names.includes(name) && !ModuleRef.safeParse(name).success);
    if (unknown !== undefined) {
      const message = `"${module_id}" cannot depend on "${unknown}": name another module of this plan, or a shipped one such as MM-0001@1.0.0`;
      return refuse("outline-dependency", message, { module_id, unknown });
    }
  }
  const cycle = findCycle(new Map(outline.map(({ module_id, depends_on }) => [module_id, depends_on])));
  if (cycle === undefined) return accept(outline);
  return refuse("outline-cycle", `the modules would wait for each other: ${cycle.join(" -> ")}`, { cycle });
}

/**
 * The message of a union only says that nothing fits. This explains what is wrong with the form that the person chose.
 */
function explain(input: unknown): string {
  const whole = typeof input === "object" && input !== null && "modules" in input;
  if (!whole && !Array.isArray(input)) {
    return "must be a list of modules, each with module_id, description and depends_on, or a whole plan with modules";
  }
  const issues = (whole ? PlanDraft : PlanOutline).safeParse(input).error?.issues ?? [];
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${formatPath(path)}: ${message}`))
    .join("; ");
}
