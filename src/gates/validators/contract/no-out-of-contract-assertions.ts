import { judgeUntagged } from "../../../domain/contract/coverage.js";
import { resolveImport } from "../../../languages/reader-for.js";
import { servesTests } from "../../../languages/test-reading/serves-tests.js";
import { finding, type Validator } from "../../validator.js";
import { judgedContract } from "../judged-contract.js";
import { judgeTestFile } from "./judge-test-file.js";
import { promisedBy } from "./promised.js";
import { unmappedAssertions } from "./unmapped-assertions.js";

/** Every assertion has a tag and is inside the assertion surface (requirements.md#clauses-and-tags). */
export const noOutOfContractAssertions: Validator = {
  code: "NO_OUT_OF_CONTRACT_ASSERTIONS",
  gate: 1,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  readsBase: true,
  fix: "Add a @clause tag above each test with such an assertion; or extend the contract's assertion surface and clauses; or remove the assertion; or let a person switch to CREATIVE mode, which only warns.",
  check(context) {
    return judgedContract(context, (contract) =>
      judgeTestFile(context, ({ path, file }) => {
        const unmapped = unmappedAssertions(file, contract, entryImports(path));
        const count = file.tests.reduce((sum, { assertions }) => sum + assertions.length, 0) + file.outside.length;
        if (unmapped.length === 0) return finding("PASSED", `All ${count} assertion(s) are mapped to clauses`);
        const details = { unmappedAssertions: unmapped.map(({ file: at, line, type }) => ({ file: at, line, type })) };
        const places = unmapped.map(({ file: at, line, reason }) => ({ path: at, line, message: reason }));
        return finding(judgeUntagged(unmapped.length, context.mode), `Found ${unmapped.length} unmapped assertion(s)`, {
          details,
          places,
        });
      }),
    );

    /** The names that a test imports from the repository: through them it could check things beyond the surface. */
    function entryImports(path: string): ReadonlySet<string> {
      const { tree } = promisedBy(context);
      const own = context.sources.imports(path).filter(({ specifier }) => {
        const target = resolveImport(path, specifier, tree);
        return target === undefined ? specifier.startsWith(".") : !servesTests(target);
      });
      return new Set(own.flatMap(({ names, members = [] }) => [...names, ...members]));
    }
  },
};
