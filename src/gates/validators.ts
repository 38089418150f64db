import type { Validator } from "./validator.js";
import { contractClauseCoverage } from "./validators/contract/contract-clause-coverage.js";
import { contractSchemaValid } from "./validators/contract/contract-schema-valid.js";
import { importRealityCheck } from "./validators/contract/import-reality-check.js";
import { manifestFileLock } from "./validators/contract/manifest-file-lock.js";
import { noDecorativeTests } from "./validators/contract/no-decorative-tests.js";
import { noImplicitFiles } from "./validators/contract/no-implicit-files.js";
import { noOutOfContractAssertions } from "./validators/contract/no-out-of-contract-assertions.js";
import { testClauseMappingValid } from "./validators/contract/test-clause-mapping-valid.js";
import { testCoversHappyAndSadPath } from "./validators/contract/test-covers-happy-and-sad-path.js";
import { testFailsBeforeImplementation } from "./validators/contract/test-fails-before-implementation.js";
import { testHasAssertions } from "./validators/contract/test-has-assertions.js";
import { testIntentAlignment } from "./validators/contract/test-intent-alignment.js";
import { testSyntaxValid } from "./validators/contract/test-syntax-valid.js";
import { diffScopeEnforcement } from "./validators/execution/diff-scope-enforcement.js";
import { strictCompilation } from "./validators/execution/strict-compilation.js";
import { styleConsistencyLint } from "./validators/execution/style-consistency-lint.js";
import { taskTestPasses } from "./validators/execution/task-test-passes.js";
import { testReadOnlyEnforcement } from "./validators/execution/test-read-only-enforcement.js";
import { fullRegressionPass } from "./validators/integrity/full-regression-pass.js";
import { productionBuildPass } from "./validators/integrity/production-build-pass.js";
import { dangerModeExplicit } from "./validators/sanitization/danger-mode-explicit.js";
import { sensitiveFilesLock } from "./validators/sanitization/sensitive-files-lock.js";
import { taskClarityCheck } from "./validators/sanitization/task-clarity-check.js";
import { taskScopeSize } from "./validators/sanitization/task-scope-size.js";
import { tokenBudgetFit } from "./validators/sanitization/token-budget-fit.js";

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
