import type { Deficiency } from "../../domain/deficiency.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { firstOf } from "../../features/halts/escalation/left-out.js";

type PlanInvalid = Extract<HaltCause, { kind: "plan-invalid" }>;

/** Who wrote it, if it was not the planner. */
export type PlanBy = PlanInvalid["by"];

/** The halt over a plan that cannot be followed, with the plan itself: the errors beyond the first show in it. */
export function planInvalid(last_plan: string, all: readonly Deficiency[], by?: PlanBy): PlanInvalid {
  const { listed: errors, ...rest } = firstOf(all, "the last plan, which this escalation holds");
  return { kind: "plan-invalid", last_plan, errors, ...(by === undefined ? {} : { by }), ...rest };
}
