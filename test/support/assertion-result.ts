import type { AssertionResult } from "../../src/domain/enforcement/assertion-result.js";

/** A requirement on a signature that was met. */
export function anAssertionResult(changes: Partial<AssertionResult> = {}): AssertionResult {
  return {
    assertion: {
      type: "assert",
      condition: "checkHealth has the agreed signature",
      message: "Must match the signature",
      check: { type: "signature_match", target: "checkHealth" },
    },
    passed: true,
    tier: 3,
    ...changes,
  };
}
