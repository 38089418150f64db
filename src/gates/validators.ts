import type { Validator } from "./validator.js";
import { contractClauseCoverage } from "./validators/contract-clause-coverage.js";
import { contractSchemaValid } from "./validators/contract-schema-valid.js";
import { dangerModeExplicit } from "./validators/danger-mode-explicit.js";
import { diffScopeEnforcement } from "./validators/diff-scope-enforcement.js";
import { fullRegressionPass } from "./validators/full-regression-pass.js";
import { importRealityCheck } from "./validators/import-reality-check.js";
import { manifestFileLock } from "./validators/manifest-file-lock.js";
import { noDecorativeTests } from "./validators/no-decorative-tests.js";
import { noImplicitFiles } from "./validators/no-implicit-files.js";
import { noOutOfContractAssertions } from "./validators/no-out-of-contract-assertions.js";
import { productionBuildPass } from "./validators/production-build-pass.js";
import { sensitiveFilesLock } from "./validators/sensitive-files-lock.js";
import { strictCompilation } from "./validators/strict-compilation.js";
import { styleConsistencyLint } from "./validators/style-consistency-lint.js";
import { taskClarityCheck } from "./validators/task-clarity-check.js";
import { taskScopeSize } from "./validators/task-scope-size.js";
import { taskTestPasses } from "./validators/task-test-passes.js";
import { testClauseMappingValid } from "./validators/test-clause-mapping-valid.js";
import { testCoversHappyAndSadPath } from "./validators/test-covers-happy-and-sad-path.js";
import { testFailsBeforeImplementation } from "./validators/test-fails-before-implementation.js";
import { testHasAssertions } from "./validators/test-has-assertions.js";
import { testIntentAlignment } from "./validators/test-intent-alignment.js";
import { testReadOnlyEnforcement } from "./validators/test-read-only-enforcement.js";
import { testSyntaxValid } from "./validators/test-syntax-valid.js";
import { tokenBudgetFit } from "./validators/token-budget-fit.js";

export type { Finding, Validator } from "./validator.js";

/** The 25 validators in the order of the gates (requirements.md#gate-pipeline). */
export const VALIDATORS: readonly Validator[] = [
  tokenBudgetFit,
  taskScopeSize,
  taskClarityCheck,
  sensitiveFilesLock,
  dangerModeExplicit,
  contractSchemaValid,
  testClauseMappingValid,
  contractClauseCoverage,
  noOutOfContractAssertions,
  testSyntaxValid,
  testHasAssertions,
  testCoversHappyAndSadPath,
  testFailsBeforeImplementation,
  noDecorativeTests,
  manifestFileLock,
  noImplicitFiles,
  importRealityCheck,
  testIntentAlignment,
  diffScopeEnforcement,
  testReadOnlyEnforcement,
  taskTestPasses,
  strictCompilation,
  styleConsistencyLint,
  fullRegressionPass,
  productionBuildPass,
];
