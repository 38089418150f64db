/** Why a module does not ship: for a halt, and as a violation for a revision. */
import type { Contract } from "../../domain/contract/contract.js";
import { difference } from "../../domain/contract/difference.js";
import type { Dimensions } from "../../domain/contract/dimensions.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import type { ModuleRef } from "../../domain/ids.js";
import type { HaltCause } from "../../features/halts/escalation/causes.js";
import { describeDifferences } from "../../features/halts/escalation/dimension-differences.js";
import type { ExecutionLog } from "../../features/shipping/execution-log.js";
import { excerptOf } from "../../features/shipping/log-excerpt.js";

export function atShip(message: string) {
  return { validator: "ship", message, fix: "Make contract, code and tests agree, and let every test pass." };
}

/** A digest does not say what to change, so the dimensions that differ follow it. */
export function explained(message: string, cause: HaltCause, missing: readonly string[]): string {
  const differences = cause.kind === "fingerprint-mismatch" ? cause.differences : [];
  const gone = missing.map((name) => `The entry does not export "${name}".`);
  return [
    `${message}.`,
    ...gone,
    ...differences.map(({ dimension, difference }) => `${dimension}: ${difference}`),
  ].join("\n");
}

export function unreadable(module: ModuleRef, message: string): HaltCause {
  return { kind: "gates-failing", module, attempts: 1, failures: [{ validator: "ship", message }] };
}

export function noTests(module: ModuleRef): HaltCause {
  const failures = [{ validator: "TASK_TEST_PASSES", message: "No test of the module was reported by the green run." }];
  return { kind: "gates-failing", module, attempts: 1, failures };
}

export function shipBlocked(
  code: string,
  module: ModuleRef,
  {
    locked,
    actual,
    log,
    report,
  }: {
    readonly locked: Contract;
    readonly actual: Dimensions;
    readonly log: ExecutionLog;
    /** The file with the run of the log. */
    readonly report: string;
  },
): HaltCause {
  if (code !== "fingerprint-mismatch") return { kind: "tests-failing", module, ...excerptOf(log, report) };
  return {
    kind: "fingerprint-mismatch",
    module,
    locked: fingerprint(locked),
    actual: fingerprint(actual),
    differences: describeDifferences(difference(locked, actual)),
  };
}
