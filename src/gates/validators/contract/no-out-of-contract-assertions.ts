import { judgeUntagged } from "../../../domain/contract/coverage.js";
import { finding, type Validator } from "../../validator.js";
import { judgedContract } from "../judged-contract.js";
import { judgeTestFile } from "./judge-test-file.js";
import { unmappedAssertions } from "./unmapped-assertions.js";

/** Every assertion sits under a tag, inside the assertion surface (requirements.md#clauses-and-tags). */
export const noOutOfContractAssertions: Validator = {
  code: "NO_OUT_OF_CONTRACT_ASSERTIONS",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Add a @clause tag above each test with such an assertion; or extend the contract's assertion surface and clauses; or remove the assertion; or let a person switch to CREATIVE mode, which only warns.",
  check(context) {
    return judgedContract(context, (contract) =>
      judgeTestFile(context, ({ path, file }) => {
        const unmapped = unmappedAssertions(file.tests, contract, entryImports(path));
        const count = file.tests.reduce((sum, { assertions }) => sum + assertions.length, 0);
        if (unmapped.length === 0) return finding("PASSED", `All ${count} assertion(s) are mapped to clauses`);
        const details = { unmappedAssertions: unmapped.map(({ file: at, line, type }) => ({ file: at, line, type })) };
        const places = unmapped.map(({ file: at, line, reason }) => ({ path: at, line, message: reason }));
        return finding(judgeUntagged(unmapped.length, context.mode), `Found ${unmapped.length} unmapped assertion(s)`, {
          details,
          places,
        });
      }),
    );

    /** The names that a test takes from inside the repository: what it could look at beyond the surface. */
    function entryImports(path: string): ReadonlySet<string> {
      const local = context.sources.imports(path).filter(({ specifier }) => specifier.startsWith("."));
      return new Set(local.flatMap(({ names }) => names));
    }
  },
};
