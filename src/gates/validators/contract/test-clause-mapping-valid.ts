import { clauseCoverage, judgeTags } from "../../../domain/contract/coverage.js";
import { finding, type Validator } from "../../validator.js";
import { judgedContract } from "../judged-contract.js";
import { judgeTestFile } from "./judge-test-file.js";

/** A tag with an unknown clause is an error in every mode (decisions.md#coverage-is-over-all-clauses). */
export const testClauseMappingValid: Validator = {
  code: "TEST_CLAUSE_MAPPING_VALID",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  looksAtBase: true,
  fix: "Correct each tag so that it names a clause of the contract, add the clause it means, or remove the tag.",
  check(context) {
    return judgedContract(context, ({ clauses }) =>
      judgeTestFile(context, ({ path, file }) => {
        const tags = file.tags.map(({ clauseId, line }) => ({ clauseId, file: path, line }));
        const coverage = clauseCoverage(clauses, tags);
        const { invalidTags } = coverage;
        if (judgeTags(coverage) === "PASSED") {
          return finding("PASSED", `All ${tags.length} @clause tag(s) reference valid clauses`);
        }
        const places = invalidTags.map(({ clauseId, line }) => ({
          path,
          line,
          message: `No clause is called "${clauseId}"`,
        }));
        return finding("FAILED", `Found ${invalidTags.length} invalid @clause tag(s)`, {
          details: { invalidTags },
          places,
        });
      }),
    );
  },
};
