import { ModuleRef } from "../../../domain/ids.js";
import { type MicroPlan, plannedRef } from "../../../domain/plan/micro-plan.js";
import { readYaml, writeYaml } from "../../../yaml/yaml.js";
import type { HaltCause } from "../escalation/causes.js";
import { RevisePlan } from "../resolution/human-resolution.js";
import { checkOutline, DivisionAsRead, PlanOutline, UnfinishedOutline } from "../resolution/revised-plan.js";
import { explained, MISSING, payloadComment } from "./unfinished.js";

const Revised = RevisePlan.omit({ action: true });

const OPEN_MODULE = "say what this module does; add the others below it";

/** The division into modules that was followed or tried last. If there was none, the person must write it. */
export function planPayload(cause: HaltCause, plan: MicroPlan | undefined): string {
  const outline = cause.kind === "plan-invalid" ? lastDivision(cause.last_plan) : plan && outlineOf(plan);
  if (outline !== undefined && isTaken(outline)) {
    return payloadComment("revise-plan", writeYaml({ revised_micro_plan: outline }, Revised));
  }
  const empty = { revised_micro_plan: [{ module_id: "first-module", description: MISSING, depends_on: [] }] };
  return payloadComment("revise-plan", explained(writeYaml(empty, UnfinishedOutline), OPEN_MODULE, "description"));
}

function isTaken(outline: PlanOutline): boolean {
  return PlanOutline.safeParse(outline).success && checkOutline(outline).ok;
}

/** Modules of the plan by their name in the outline, shipped ones by name and version. */
function outlineOf({ modules }: MicroPlan): PlanOutline {
  const own = new Map(modules.map((module) => [plannedRef(module), module.module_id]));
  return modules.map(({ module_id, purpose, depends_on }) => ({
    module_id,
    description: purpose,
    depends_on: depends_on.map((ref) => own.get(ref) ?? ref),
  }));
}

function lastDivision(text: string): PlanOutline | undefined {
  const read = readYaml("the last plan", text, DivisionAsRead);
  if (!read.ok) return undefined;
  const { modules } = read.value;
  const known = (name: string) => modules.some(({ key }) => key === name) || ModuleRef.safeParse(name).success;
  return modules.map(({ key, purpose, depends_on }) => ({
    module_id: key,
    description: purpose,
    depends_on: depends_on.filter(known),
  }));
}
