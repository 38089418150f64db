import { ContestedGate } from "../../domain/gates/contested-gate.js";
import { PlanFault } from "../../domain/plan/plan-fault.js";
import type { Outcome } from "../../domain/refusal.js";
import type { Tool } from "../../model/model-port.js";
import { defineTool } from "./define-tool.js";

/** What a Proposer can say besides its answer. Each is recorded, or refused with the reason. */
export type ProposerChannels = {
  contest(call: ContestedGate): Outcome<string>;
  reportPlanFault(call: PlanFault): Outcome<string>;
};

/** The only way to say that a gate is wrong. Nothing is decided by it; a person reads it after the attempt. */
export function contestTool({ contest }: Pick<ProposerChannels, "contest">): Tool {
  return defineTool({
    name: "contest_gate",
    description:
      "Says that a gate which failed is wrong about your work, with the finding and why. A person reads it after this attempt; the gate stays as it is, so submit your best answer all the same.",
    Input: ContestedGate,
    run: async (call) => contest(call),
  });
}

/** The only way to say that the plan is at fault. */
export function planFaultTool({ reportPlanFault }: Pick<ProposerChannels, "reportPlanFault">): Tool {
  return defineTool({
    name: "report_plan_fault",
    description:
      "Says that this module cannot be built as it is planned, because files must change that you may not change. It stops the task until a person decides about the plan.",
    Input: PlanFault,
    run: async (call) => reportPlanFault(call),
  });
}
