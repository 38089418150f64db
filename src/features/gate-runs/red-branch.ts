import { ConflictDetails } from "../../domain/gates/conflict-details.js";
import { RegressionDetails } from "../../domain/gates/regression-details.js";
import type { FailureType, Reaction } from "../../domain/validation/taxonomy.js";
import type { HaltCause } from "../halts/escalation/causes.js";
import { firstOf } from "../halts/escalation/left-out.js";
import { returnable } from "../merging/return-integration.js";
import { gateReportPath, reportPaths } from "../modules/artifacts/artifact-paths.js";
import type { GateFailure } from "../modules/module-work.js";
import type { TaskEvent } from "../modules/task-event.js";
import type { WorkSituation } from "../modules/work-situation.js";
import type { GateReports } from "./conclude-gates.js";
import { withOutput } from "./failed-output.js";

/**
 * A red branch goes back to the module built last if a retry is configured and attempts are left; otherwise a person
 * decides.
 */
export function redBranch(
  inWork: WorkSituation,
  reports: GateReports,
  failures: GateFailure[],
  { reaction, stopsAt }: { readonly reaction: Reaction; readonly stopsAt?: FailureType | undefined },
): TaskEvent[] {
  const cause = integrationCause(inWork, reports, { failures, stopsAt });
  const module_id = returnable(inWork.work);
  // No module can repair a merge conflict, or a gate that did not run.
  const isMendable = cause.kind !== "merge-conflict" && failures.every((failure) => wasFound(failure, reports));
  if (reaction !== "retry" || module_id === null || !isMendable)
    return [{ kind: "work-failed", cause, gates_ended: true }];
  return [{ kind: "integration-returned", module_id, failures: withOutput(failures, reports) }];
}

/** Whether a run has found this failure, as opposed to not having looked. */
function wasFound({ validator }: GateFailure, { execute }: GateReports): boolean {
  const failed = execute.validators.some(({ code, status }) => code === validator && status === "FAILED");
  return failed || validator.startsWith("command ");
}

/**
 * The cause: a conflict or a regression, if there is one; otherwise the failed validators, attributed to the module
 * built last. A reused module was not built here and never is the cause.
 */
function integrationCause(
  { work, taskId }: WorkSituation,
  { judge, execute }: GateReports,
  { failures, stopsAt }: { readonly failures: GateFailure[]; readonly stopsAt: FailureType | undefined },
): HaltCause {
  const conflict = execute.validators
    .map(({ details }) => ConflictDetails.safeParse(details))
    .find(({ success }) => success);
  if (conflict?.success === true && work.stage.stage === "integrating") {
    const { base, head } = work.stage;
    const { listed: paths, ...rest } = firstOf(conflict.data.files, gateReportPath(taskId, execute.nonce));
    return { kind: "merge-conflict", base, head, paths, ...rest };
  }
  const regression = execute.validators.find(({ code }) => code === "FULL_REGRESSION_PASS");
  const regressed = RegressionDetails.safeParse(regression?.details);
  if (regressed.success && regressed.data.tests.length > 0) {
    const { listed: tests, ...rest } = firstOf(regressed.data.tests, gateReportPath(taskId, execute.nonce));
    const { diff } = regressed.data;
    return { kind: "test-regression", tests, ...rest, ...(diff === undefined ? {} : { diff }) };
  }
  const { listed, ...rest } = firstOf(
    failures,
    reportPaths(taskId, { nonces: { judge: judge.nonce, execute: execute.nonce } }).join(" and "),
  );
  const type = stopsAt === undefined ? {} : { failure_type: stopsAt };
  const found = { failures: listed.map(({ validator, message }) => ({ validator, message })), ...rest, ...type };
  const built = work.modules.findLast(({ reused }) => !reused);
  if (built === undefined) return { kind: "branch-failing", ...found };
  return { kind: "gates-failing", module: built.module_ref, attempts: 1, ...found };
}
