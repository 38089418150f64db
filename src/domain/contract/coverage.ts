import type { Clause, ClauseId } from "./clause.js";
import type { ContractMode } from "./contract.js";

/** One `@clause` tag as found in a test file. */
export type ClauseTag = { readonly clauseId: ClauseId; readonly file: string; readonly line: number };

/** How far the tagged tests cover the clauses, in fixed words (requirements.md#messages-and-fixes). */
export type ClauseCoverage = {
  readonly covered: number;
  readonly total: number;
  readonly uncoveredClauseIds: readonly ClauseId[];
  readonly invalidTags: readonly ClauseTag[];
};

/** Computed over all clauses, MUST or not (decisions.md#coverage-is-over-all-clauses). */
export function clauseCoverage(clauses: readonly Clause[], tags: readonly ClauseTag[]): ClauseCoverage {
  const known = new Set(clauses.map((clause) => clause.id));
  const tagged = new Set(tags.map((tag) => tag.clauseId));
  const uncoveredClauseIds = clauses.map((clause) => clause.id).filter((id) => !tagged.has(id));
  return {
    covered: clauses.length - uncoveredClauseIds.length,
    total: clauses.length,
    uncoveredClauseIds,
    invalidTags: tags.filter((tag) => !known.has(tag.clauseId)),
  };
}

/** "Coverage is 66.7% (2/3 clauses)". */
export function coverageMessage({ covered, total }: ClauseCoverage): string {
  const percent = total === 0 ? 0 : Math.round((covered / total) * 1000) / 10;
  return `Coverage is ${percent}% (${covered}/${total} clauses)`;
}

/** STRICT blocks on any uncovered clause, CREATIVE warns. */
export function judgeCoverage(
  { uncoveredClauseIds }: ClauseCoverage,
  mode: ContractMode,
): "PASSED" | "WARNING" | "FAILED" {
  if (uncoveredClauseIds.length === 0) return "PASSED";
  return mode === "STRICT" ? "FAILED" : "WARNING";
}

/** A tag that names no clause is an error in every mode. */
export function judgeTags({ invalidTags }: ClauseCoverage): "PASSED" | "FAILED" {
  return invalidTags.length === 0 ? "PASSED" : "FAILED";
}

/** Tests or assertions without any tag: STRICT blocks, CREATIVE may allow them. */
export function judgeUntagged(count: number, mode: ContractMode): "PASSED" | "WARNING" | "FAILED" {
  if (count === 0) return "PASSED";
  return mode === "STRICT" ? "FAILED" : "WARNING";
}
