import type { GateRequest } from "../../domain/gates/gate-request.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { reportPaths } from "../modules/artifacts/artifact-paths.js";
import { isBuilding, specificationPaths, workInProgress } from "../modules/work-query.js";
import { gateRequests } from "./gates-awaited.js";

/** The runs of gates whose end is waited for. */
export function awaitedRuns(state: FactoryState): GateRequest[] {
  return workInProgress(state).flatMap(([task, { stage, modules }]): GateRequest[] => {
    if (stage.stage === "integrating")
      return stage.gates === null ? [] : gateRequests(stage.gates, { task, module: null });
    return modules.flatMap(({ step, module_ref }) =>
      step.step === "gating" && step.gates !== null ? gateRequests(step.gates, { task, module: module_ref }) : [],
    );
  });
}

/** The reports on the present head, which check runs show, and what red locks. */
export function gatePaths(state: FactoryState): string[] {
  return workInProgress(state).flatMap(([task, work]) => {
    if (!isBuilding(work)) return [];
    const { modules, integrated, head } = work;
    const ofModules = modules.flatMap((module) => {
      const { step, concluded } = module;
      const isPast = step.step === "shipped" && concluded?.head_sha !== head;
      return [
        ...(concluded === null || isPast ? [] : reportPaths(task, concluded)),
        ...(step.step === "gating" && step.colour === "red" ? specificationPaths(task, module) : []),
      ];
    });
    const ofBranch = integrated?.head_sha === head ? reportPaths(task, integrated) : [];
    return [...ofModules, ...ofBranch];
  });
}
