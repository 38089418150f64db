import { z } from "zod";

/** The kinds of change that mutants make. */
export const MutantOperator = z.enum([
  "comparison",
  "boundary",
  "boolean",
  "arithmetic",
  "constant",
  "return",
  "statement",
  "branch",
]);
export type MutantOperator = z.infer<typeof MutantOperator>;

/** What the module's tests made of a mutant. */
const MutantFate = z.enum(["killed", "survived", "timed-out", "not-covered"]);

/** One mutant by position and operator, never by its source (requirements.md#who-sees-what). */
export const TriedMutant = z.strictObject({
  path: z.string().min(1).max(1_000),
  line: z.int().min(1),
  operator: MutantOperator,
  change: z.string().min(1).max(200),
  fate: MutantFate,
});
export type TriedMutant = z.infer<typeof TriedMutant>;

/** How many mutants the tests of one clause killed. */
export const ClauseKills = z.strictObject({
  clause: z.string().min(1).max(100),
  tests: z.int().min(1),
  killed: z.int().min(0),
});
export type ClauseKills = z.infer<typeof ClauseKills>;

/** What blocks, and what to do about it. */
const MutationViolation = z.strictObject({ message: z.string().min(1).max(4_000), fix: z.string().min(1).max(2_000) });

/** The mutants of a module against its own tests (decisions.md#tests-must-notice). */
export const MutationReport = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("tried"),
    mutants: z.array(TriedMutant).min(1).max(2_000),
    /** Mutants that the budget left out. */
    left: z.int().min(0),
    clauses: z.array(ClauseKills).max(1_000),
    violations: z.array(MutationViolation).max(50),
    duration_ms: z.number().min(0),
  }),
  /** Nothing was tried, and why. */
  z.strictObject({ kind: z.literal("left-out"), reason: z.string().min(1).max(2_000) }),
]);
export type MutationReport = z.infer<typeof MutationReport>;
export type TriedMutants = Extract<MutationReport, { kind: "tried" }>;

/** The share of mutants that the tests noticed, in percent. A mutant that never ends is noticed. */
export function mutationScore(mutants: readonly Pick<TriedMutant, "fate">[]): number {
  const noticed = mutants.filter(({ fate }) => fate === "killed" || fate === "timed-out").length;
  return Math.round((noticed / mutants.length) * 1_000) / 10;
}

/** Mutants that no test noticed, in the order of the text. */
export function survivorsOf({ mutants }: Pick<TriedMutants, "mutants">): TriedMutant[] {
  return mutants
    .filter(({ fate }) => fate === "survived" || fate === "not-covered")
    .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** The place of a mutant, by which a reviewer cites it. */
export function mutantPlace({ path, line }: Pick<TriedMutant, "path" | "line">): string {
  return `${path}:${line}`;
}

/** A survivor as a fact. */
export function survivorWords({ change, fate }: Pick<TriedMutant, "change" | "fate">): string {
  return fate === "not-covered" ? `no test runs this; ${change}` : `no test notices when ${change}`;
}
