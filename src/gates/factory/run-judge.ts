import type { AssertionResult } from "../../domain/enforcement/assertion-result.js";
import { validateModule } from "../../domain/enforcement/module-validation.js";
import type { GateReport } from "../../domain/gates/gate-report.js";
import type { GateRequest, GateRunType } from "../../domain/gates/gate-request.js";
import type { GateNumber } from "../../domain/gates/validator-code.js";
import type { Outcome } from "../../domain/refusal.js";
import { checkAssertions } from "../assertions/check-assertions.js";
import type { GateContext } from "../gate-context.js";
import { gateReport } from "../pipeline/gate-report.js";
import { inventoryOf } from "../pipeline/inventory.js";
import { runGates } from "../pipeline/run-gates.js";
import { VALIDATORS } from "../validators.js";
import { openRun, type RunFolders } from "./open-run.js";

/** The gates that a run judges. A module's green run leaves gate 3 to the run on the whole branch. */
export const GATES_OF_RUN: Readonly<Record<GateRunType, readonly GateNumber[]>> = {
  CONTRACT: [0, 1, 2, 3],
  EXECUTION: [0, 1, 2],
  INTEGRITY: [3],
  BASELINE: [],
  RESOLVE: [],
};

export type JudgeTools = {
  readonly runner: GateReport["runner"];
};

/** Reads and judges. It runs no code of the candidate. */
export async function runJudge(
  request: GateRequest,
  folders: RunFolders,
  { runner }: JudgeTools,
): Promise<Outcome<GateReport>> {
  const run = await openRun(request, folders);
  if (!run.ok) return run;
  const { context } = run.value;
  const validators = await runGates({
    context,
    gates: GATES_OF_RUN[request.run_type],
    parts: ["judge"],
    validators: VALIDATORS,
    gather: () => Promise.reject(new TypeError("a judge runs nothing")),
  });
  const { testFile } = context.manifest;
  const inventory = context.head.has(testFile) ? inventoryOf(context.sources, testFile) : [];
  const assertions = request.run_type === "EXECUTION" ? judgedAssertions(context) : [];
  return gateReport(request, runner, { validators, inventory, assertions });
}

/**
 * The contract's assertions at the green head. Every missing promised export is a failed assertion
 * (requirements.md#post-execution-check).
 */
function judgedAssertions(context: GateContext): AssertionResult[] {
  const { results, creates, foundExports } = checkAssertions(context);
  // The executor builds it; both halves are joined by the App.
  const { requirements, suggestions } = validateModule({ assertions: results, creates, foundExports, build: null });
  return [...requirements, ...suggestions];
}
