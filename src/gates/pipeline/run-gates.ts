import type { ValidatorResult } from "../../domain/gates/gate-report.js";
import type { GatePart } from "../../domain/gates/gate-request.js";
import type { GateNumber } from "../../domain/gates/validator-code.js";
import type { ExecutionFacts } from "../execution-facts.js";
import type { GateContext } from "../gate-context.js";
import type { Finding, Validator } from "../validators.js";
import { blocks, checkGate, stoppedGate } from "./check-gate.js";
import { commandFailures } from "./command-failures.js";

/** A run of gates: which gates, which parts, and the source of execution facts. */
export type GatesToRun = {
  readonly context: GateContext;
  readonly gates: readonly GateNumber[];
  readonly parts: readonly GatePart[];
  readonly validators: readonly Validator[];
  /** Runs the commands of one gate; called only in that gate's turn. */
  readonly gather: (gate: GateNumber) => Promise<ExecutionFacts>;
  /** The result of validators that need a command, if none may run. Then no facts are gathered. */
  readonly withheld?: Finding | undefined;
};

/**
 * Runs the gates in order. The first gate that blocks stops the rest, which are NOT_RUN
 * (requirements.md#gate-pipeline).
 */
export async function runGates(run: GatesToRun): Promise<ValidatorResult[]> {
  const { gates, parts, validators, withheld } = run;
  const results: ValidatorResult[] = [];
  let failed: GateNumber | undefined;
  for (const gate of gates) {
    const asked = { gate, parts, validators, withheld };
    if (failed !== undefined) {
      results.push(...stoppedGate(run.context, failed, asked));
      continue;
    }
    const execution = parts.includes("execute") && withheld === undefined ? await run.gather(gate) : null;
    const found = checkGate({ ...run.context, execution }, asked);
    results.push(...found);
    if (blocks(found) || commandFailures(execution?.commands ?? []).length > 0) failed = gate;
  }
  return results;
}
