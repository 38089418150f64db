import type { MutationConfig } from "../../domain/config/mutation-config.js";
import type { ContractMode } from "../../domain/contract/contract.js";
import { readNamesOf } from "../../domain/gates/compare-inventory.js";
import type { InventoriedTest } from "../../domain/gates/gate-report.js";
import {
  type ClauseKills,
  mutationScore,
  type TriedMutant,
  type TriedMutants,
} from "../../domain/gates/mutation-report.js";

/** A mutant with the tests in which an assertion failed because of it. */
export type KilledBy = TriedMutant & { readonly by: readonly string[] };

/** How many mutants the tests of each clause killed. */
export function killsOfClauses(
  tried: readonly Pick<KilledBy, "by">[],
  inventory: readonly Pick<InventoriedTest, "name" | "clauses">[],
): ClauseKills[] {
  const names = inventory.map(({ name }) => name);
  const killers = tried.map(({ by }) => new Set(by.flatMap((name) => readNamesOf(name, names))));
  const clauses = [...new Set(inventory.flatMap((test) => test.clauses))].sort();
  return clauses.map((clause) => {
    const tests = inventory.filter((test) => test.clauses.includes(clause)).map(({ name }) => name);
    return { clause, tests: tests.length, killed: killers.filter((by) => tests.some((name) => by.has(name))).length };
  });
}

type Judged = Pick<TriedMutants, "mutants" | "left" | "clauses">;

/**
 * What blocks. A survivor never does by itself: it may change nothing that anybody could notice. A clause is only judged
 * when every mutant was tried, because its tests may notice one that the budget left out.
 */
export function mutationViolations(
  { mutants, left, clauses }: Judged,
  { require_per_clause, threshold }: MutationConfig,
  mode: ContractMode,
): TriedMutants["violations"] {
  const score = mutationScore(mutants);
  const tooLow = threshold !== null && score < threshold;
  const idle =
    mode === "STRICT" && require_per_clause && left === 0 ? clauses.filter(({ killed }) => killed === 0) : [];
  return [
    ...(tooLow
      ? [
          {
            message: `The tests notice ${score} % of ${mutants.length} mistakes; mutation.threshold asks for ${threshold} %.`,
            fix: FIX,
          },
        ]
      : []),
    ...idle.slice(0, MOST).map(({ clause, tests }) => ({
      message: `None of ${mutants.length} mistakes in the module's files is noticed by the ${tests === 1 ? "test" : `${tests} tests`} of ${clause}, so ${clause} is not covered.`,
      fix: `Let the tests of ${clause} assert exactly what the clause promises: the value itself, not only its type, or that nothing is thrown.`,
    })),
  ];
}

const MOST = 40;
const FIX = "Assert exact results for the lines of the survivors, at and around each limit.";
