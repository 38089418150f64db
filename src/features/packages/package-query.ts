import type { GateRequest } from "../../domain/gates/gate-request.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { gateReportPath } from "../modules/artifacts/artifact-paths.js";
import { workInProgress } from "../modules/work-query.js";
import { resolveRequest } from "./packages-work.js";

/** The runs that resolve packages and whose end is waited for. */
export function awaitedResolves(state: FactoryState): GateRequest[] {
  return workInProgress(state).flatMap(([task, { stage }]) =>
    stage.stage === "resolving" && stage.at.step === "running" ? [resolveRequest(stage.at.run, task)] : [],
  );
}

/** Packages are admitted and committed in one commit: the report is there when the judgement comes back. */
export function packagePaths(state: FactoryState): string[] {
  return workInProgress(state).flatMap(([task, { stage }]) =>
    stage.stage === "resolving" && (stage.at.step === "judging" || stage.at.step === "committing")
      ? [gateReportPath(task, stage.at.run.nonce)]
      : [],
  );
}
