import { clauseCoverage, judgeTags } from "../../../domain/contract/coverage.js";
import { finding, type Validator } from "../../validator.js";
import { judgedContract } from "../judged-contract.js";
import { judgeTestFile } from "./judge-test-file.js";
import { mappingErrors } from "./mapping-errors.js";

/**
 * A tag with an unknown clause is an error in every mode (decisions.md#coverage-is-over-all-clauses), and so is a stated
 * mapping that the tags do not bear out.
 */
export const testClauseMappingValid: Validator = {
  code: "TEST_CLAUSE_MAPPING_VALID",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  readsBase: true,
  fix: "Correct each tag so that it names a clause of the contract, add the clause it means, or remove the tag. Where `testMapping` is stated, tag each named test with its clause.",
  check(context) {
    return judgedContract(context, ({ clauses, stated_mapping: mapping }) =>
      judgeTestFile(context, ({ path, file }) => {
        const tags = file.tags.map(({ clauseId, line }) => ({ clauseId, file: path, line }));
        const coverage = clauseCoverage(clauses, tags);
        const { invalidTags } = coverage;
        const errors = mapping === null ? [] : mappingErrors(mapping, clauses, file.tests);
        if (judgeTags(coverage) === "PASSED" && errors.length > 0) {
          return finding("FAILED", `testMapping does not hold: ${errors.length} error(s)`, { details: { errors } });
        }
        if (judgeTags(coverage) === "PASSED") {
          return finding("PASSED", `All ${tags.length} @clause tag(s) reference valid clauses`);
        }
        const places = invalidTags.map(({ clauseId, line }) => ({
          path,
          line,
          message: `No clause is called "${clauseId}"`,
        }));
        return finding("FAILED", `Found ${invalidTags.length} invalid @clause tag(s)`, {
          details: errors.length === 0 ? { invalidTags } : { invalidTags, errors },
          places,
        });
      }),
    );
  },
};
