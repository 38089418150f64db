import { clauseCoverage, coverageMessage, judgeCoverage } from "../../../domain/contract/coverage.js";
import type { TestCase } from "../../../languages/source-file.js";
import type { JudgedContract } from "../../contract-reading.js";
import { finding, type Validator } from "../../validator.js";
import { judgedContract } from "../judged-contract.js";
import { evidenceOf, isWeaknessExcused, shows } from "./evidence.js";
import { judgeTestFile } from "./judge-test-file.js";

/** A test covers its clauses by what it shows, or by what the tests inside it show. */
function isEvidence(test: TestCase, tests: readonly TestCase[], contract: JudgedContract): boolean {
  if (test.hasSubtests && tests.some((other) => other.name.startsWith(`${test.name} > `) && shows(other))) return true;
  const strength = evidenceOf(test)?.strength;
  if (strength === undefined) return test.hasSubtests;
  if (strength.verdict === "weak") return isWeaknessExcused(test, strength.proof, { tests, contract });
  return strength.verdict !== "void";
}

/**
 * Over all clauses: STRICT blocks on any that no test is tagged with, CREATIVE warns
 * (decisions.md#coverage-is-over-all-clauses).
 */
export const contractClauseCoverage: Validator = {
  code: "CONTRACT_CLAUSE_COVERAGE",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Add a test for each uncovered clause and tag it, for example with // @clause CL-AUTH-003 above it; or remove a clause that is not needed; or let a person switch to CREATIVE mode, which only warns of partial coverage. A skipped test covers nothing, nor does one whose assertions cannot run, cannot fail or rest on nothing of the module.",
  check(context) {
    return judgedContract(context, (contract) =>
      judgeTestFile(context, ({ path, file }) => {
        const covering = file.tests.filter(
          (test) => !test.skipped && test.conditional !== true && isEvidence(test, file.tests, contract),
        );
        const tags = covering.flatMap((test) =>
          test.clauses.map(({ clauseId, line }) => ({ clauseId, file: path, line })),
        );
        const coverage = clauseCoverage(contract.clauses, tags);
        const { covered, total, uncoveredClauseIds } = coverage;
        const details = uncoveredClauseIds.length === 0 ? { covered, total } : { covered, total, uncoveredClauseIds };
        return finding(judgeCoverage(coverage, context.mode), coverageMessage(coverage), { details });
      }),
    );
  },
};
