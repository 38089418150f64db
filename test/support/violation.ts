import type { Violation } from "../../src/domain/enforcement/retry-context.js";

export function aViolation(changes: Partial<Violation> = {}): Violation {
  return {
    source: "assertion",
    check: "signature_match",
    message: "checkHealth must match its signature",
    expected: "(): Promise<Health>",
    actual: "(options: Options): Promise<Health>",
    ...changes,
  };
}
