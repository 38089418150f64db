import type { Effect } from "../../engine/effects/effect.js";
import type { Situation } from "../../engine/situation.js";
import type { ModuleWork } from "../modules/module-work.js";
import type { WorkSituation } from "../modules/work-situation.js";
import { checkEffects } from "./check-effects.js";
import { type GatesAwaited, gateRequests } from "./gates-awaited.js";
import { hasStarted } from "./started/started-runs.js";

/** Pending effects of a task's gates: check runs that show them, and the runs themselves. */
export function gateEffects(situation: Situation, inWork: WorkSituation): Effect[] {
  return [...checkEffects(situation, inWork), ...runs(situation, inWork)];
}

function runs(situation: Situation, inWork: WorkSituation): Effect[] {
  const { stage, modules } = inWork.work;
  if (stage.stage === "integrating") return stage.gates === null ? [] : dispatch(situation, inWork, null, stage.gates);
  if (stage.stage !== "building") return [];
  return modules.flatMap((module) =>
    module.step.step === "gating" && module.step.gates !== null
      ? dispatch(situation, inWork, module, module.step.gates)
      : [],
  );
}

/** Each part whose run has not started. */
function dispatch(
  situation: Situation,
  { taskId }: WorkSituation,
  module: ModuleWork | null,
  gates: GatesAwaited,
): Effect[] {
  return gateRequests(gates, { task: taskId, module: module === null ? null : module.module_ref })
    .filter(({ nonce }) => !hasStarted(situation, nonce))
    .map((request) => ({ kind: "dispatch-gates", key: request.nonce, request }));
}
