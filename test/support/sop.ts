import type { Sop } from "../../src/domain/budget/sop.js";

/** A standard of a hundred tokens that applies to Go files. */
export function aSop(changes: Partial<Sop> = {}): Sop {
  return {
    name: "errors.md",
    category: "sop",
    applies_to: "*.go",
    severity: "error",
    body: "x".repeat(400),
    ...changes,
  };
}
