import type { Contract } from "../../domain/contract/contract.js";
import { changedDimensions, difference } from "../../domain/contract/difference.js";
import type { Dimensions } from "../../domain/contract/dimensions.js";
import { fingerprint } from "../../domain/contract/fingerprint.js";
import type { Digest } from "../../domain/ids.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import type { ExecutionLog } from "./execution-log.js";

/** The refusals of `verifyShip`. Each makes the debate round a FAIL (decisions.md#one-retry-budget). */
export const SHIP_REFUSALS = ["fingerprint-mismatch", "log-of-another-module", "no-tests", "tests-failed"] as const;
type ShipRefusal = (typeof SHIP_REFUSALS)[number];

export type ShipCandidate = {
  /** The locked contract. */
  readonly locked: Contract;
  /** The public surface of what was built. */
  readonly actual: Dimensions;
  readonly log: ExecutionLog;
};

/**
 * Whether a module may ship: its surface is the locked one, and its tests ran and passed
 * (requirements.md#fingerprint-mismatch, requirements.md#execution-log).
 */
export function verifyShip({ locked, actual, log }: ShipCandidate): Outcome<{ interfaceFingerprint: Digest }> {
  const [expected, got] = [fingerprint(locked), fingerprint(actual)];
  const identity = { module_id: locked.module_id, module_version: locked.module_version };
  if (got !== expected) {
    const changes = difference(locked, actual);
    return blocked("fingerprint-mismatch", `Interface fingerprint mismatch: expected ${expected}, got ${got}`, {
      ...identity,
      locked_fingerprint: expected,
      actual_fingerprint: got,
      diverged: changedDimensions(changes),
      difference: changes,
    });
  }
  if (log.module_id !== locked.module_id || log.module_version !== locked.module_version) {
    const message = `The execution log is of ${log.module_id}@${log.module_version}, not of ${locked.module_id}@${locked.module_version}. Run this module's tests.`;
    return blocked("log-of-another-module", message, { ...identity, log });
  }
  return testsPassed(log, identity) ?? accept({ interfaceFingerprint: got });
}

/** Counted from the list, so that a wrong summary has no effect. */
function testsPassed(log: ExecutionLog, identity: Readonly<Record<string, unknown>>): Outcome<never> | undefined {
  if (log.tests.length === 0) {
    return blocked("no-tests", `No test of ${log.module_id}@${log.module_version} ran; a module ships with tests.`, {
      ...identity,
      log,
    });
  }
  const failed = log.tests.filter((test) => test.result !== "PASS").map((test) => test.name);
  if (failed.length === 0) return undefined;
  const message = `${failed.length} of ${log.tests.length} tests of ${log.module_id}@${log.module_version} failed: ${failed.join(", ")}. Ship is blocked by any failure.`;
  return blocked("tests-failed", message, { ...identity, failed, log });
}

function blocked(code: ShipRefusal, message: string, details: Readonly<Record<string, unknown>>): Outcome<never> {
  return refuse(code, message, details);
}
