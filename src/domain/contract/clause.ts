import { z } from "zod";
import { MeaningfulText } from "./meaningful-text.js";

/**
 * `CL-<TYPE>-<SEQUENCE>`: the type in capitals, the sequence with three digits or more
 * (requirements.md#clauses-and-tags).
 */
export const ClauseId = z
  .string()
  .regex(/^CL-[A-Z][A-Z0-9]*-\d{3,}$/, "must match format CL-<TYPE>-<SEQUENCE>, such as CL-AUTH-001");
export type ClauseId = z.infer<typeof ClauseId>;

export const ClauseKind = z.enum(["behavior", "constraint", "invariant", "error", "effect"]);
export type ClauseKind = z.infer<typeof ClauseKind>;

const Normativity = z.enum(["MUST", "SHOULD", "MAY"]);

/** One test obligation: what a tagged test must observe. */
export const Clause = z.strictObject({
  id: ClauseId,
  kind: ClauseKind,
  normativity: Normativity,
  title: MeaningfulText,
  spec: MeaningfulText,
  observables: z.array(MeaningfulText).min(1, "must name at least one observable: what nobody can see nobody can test"),
  negative_cases: z.array(MeaningfulText),
});
export type Clause = z.infer<typeof Clause>;

/** The TYPE in `CL-<TYPE>-<SEQUENCE>`. */
export function clauseType(id: ClauseId): string {
  return id.slice(3, id.lastIndexOf("-"));
}
