import type { Deficiency } from "../../domain/deficiency.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { firstOf } from "../../features/halts/escalation/left-out.js";

type PlanInvalid = Extract<HaltCause, { kind: "plan-invalid" }>;

/** The author, if it was not the planner. */
export type PlanBy = PlanInvalid["by"];

/** The halt cause for an invalid plan, with the plan itself, which also shows the errors that are not listed. */
export function planInvalid(last_plan: string, all: readonly Deficiency[], by?: PlanBy): PlanInvalid {
  const { listed: errors, ...rest } = firstOf(all, "the last plan, which this escalation holds");
  return { kind: "plan-invalid", last_plan, errors, ...(by === undefined ? {} : { by }), ...rest };
}
