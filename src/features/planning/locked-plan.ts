import type { Deficiency } from "../../domain/deficiency.js";
import { type MicroPlan, plannedRef } from "../../domain/plan/micro-plan.js";
import { inlineCode } from "../../render/code.js";
import type { Part } from "../../render/fit.js";
import { quotingWithin } from "../../render/plain-text.js";
import { causeRow } from "../halts/escalation/causes.js";
import type { Escalation } from "../halts/escalation/escalation.js";

const LINE = 500;

/** The plan in question, module by module, with the path of the complete file (requirements.md#plan-lock). */
export function lockedPlanPart(
  { cause, micro_plan, state_sha }: Escalation,
  plan: Pick<MicroPlan, "modules"> | null,
  warnings: readonly Deficiency[],
): Part[] {
  if (micro_plan === undefined || !causeRow(cause.kind).needsPlan) return [];
  const { micro_plan_id, path, digest } = micro_plan;
  const named = `The locked plan ${micro_plan_id} (\`${path}\` at state commit ${state_sha}, digest ${digest.slice(0, 12)})`;
  const lines = (plan?.modules ?? []).map((module) => {
    const { name, purpose, depends_on, reuse_decision } = module;
    const notes = [
      ...(reuse_decision === "REUSE" ? ["reused"] : []),
      ...(depends_on.length === 0 ? [] : [`needs ${depends_on.join(", ")}`]),
    ];
    const after = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
    return `- ${plannedRef(module)} ${quotingWithin(name, LINE)}: ${quotingWithin(purpose, LINE)}${after}`;
  });
  const text = lines.length === 0 ? `${named}.` : [`${named}:`, "", ...lines].join("\n");
  return [{ text, whenLeftOut: `${named}.` }, ...warningsPart(warnings)];
}

/** The warnings about a plan when it was locked. */
export function warningsPart(warnings: readonly Deficiency[]): Part[] {
  if (warnings.length === 0) return [];
  const count = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
  const rows = warnings.map(({ path, message }) => `- ${inlineCode(path)}: ${quotingWithin(message, LINE)}`);
  return [
    {
      text: [`${count} about the plan, which did not block it:`, "", ...rows].join("\n"),
      whenLeftOut: `_${count} about the plan did not fit._`,
    },
  ];
}
