import { clauseCoverage, coverageMessage, judgeCoverage } from "../../../domain/contract/coverage.js";
import { finding, type Validator } from "../../validator.js";
import { judgedContract } from "../judged-contract.js";
import { judgeTestFile } from "./judge-test-file.js";

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
  fix: "Add a test for each uncovered clause and tag it, for example with // @clause CL-AUTH-003 above it; or remove a clause that is not needed; or let a person switch to CREATIVE mode, which only warns of partial coverage. A skipped test covers nothing.",
  check(context) {
    return judgedContract(context, ({ clauses }) =>
      judgeTestFile(context, ({ path, file }) => {
        const covering = file.tests.filter(({ skipped }) => !skipped);
        const tags = covering.flatMap((test) =>
          test.clauses.map(({ clauseId, line }) => ({ clauseId, file: path, line })),
        );
        const coverage = clauseCoverage(clauses, tags);
        const { covered, total, uncoveredClauseIds } = coverage;
        const details = uncoveredClauseIds.length === 0 ? { covered, total } : { covered, total, uncoveredClauseIds };
        return finding(judgeCoverage(coverage, context.mode), coverageMessage(coverage), { details });
      }),
    );
  },
};
