import type { ProposerChannels } from "../../context/tools/channel-tools.js";
import type { ContestedGate } from "../../domain/gates/contested-gate.js";
import type { PlanFault } from "../../domain/plan/plan-fault.js";
import { accept, refuse } from "../../domain/refusal.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import type { ModuleReading } from "../reading/read-module.js";

/** The most that one answer may contest: a person reads all of it. */
const MOST = 3;

export type OpenChannels = ProposerChannels & {
  contested(): readonly ContestedGate[];
  /** Why the task halts, once a fault of the plan was reported. */
  planFault(): HaltCause | undefined;
};

/** The channels of one call, and what came through them. */
export function openChannels({ work, planned }: Pick<ModuleReading, "work" | "planned">): OpenChannels {
  const contested: ContestedGate[] = [];
  let fault: PlanFault | undefined;
  return {
    contested: () => contested,
    planFault: () => fault && { kind: "plan-cannot-be-built", module: work.module_ref, ...fault },
    contest(call) {
      const failed = work.failures.map(({ validator }) => validator);
      if (!failed.includes(call.validator)) {
        const known = failed.length === 0 ? "No gate has failed" : `What failed is ${failed.join(", ")}`;
        return refuse("not-failed", `${call.validator} did not fail at the attempt before this one. ${known}.`);
      }
      if (contested.length >= MOST)
        return refuse("enough", `At most ${MOST} findings of one attempt can be contested.`);
      contested.push(call);
      return accept(`Recorded: a person reads what you say about ${call.validator} after this attempt. Go on.`);
    },
    reportPlanFault(call) {
      const own = call.files.filter((file) => planned.files.some(({ path }) => path === file));
      if (own.length > 0)
        return refuse("in-the-manifest", `${own.join(", ")}: the plan lets you change this, so change it.`);
      fault = call;
      return accept(JSON.stringify({ status: "REPORTED", task_halted: true }));
    },
  };
}
