import type { Reporter } from "vitest/node";
import type { ProgramName } from "./program-table.js";
import { describeSkipped, skippedTests } from "./skipped-tests.js";

/** Ends a run with the tests that did not run for want of a program. */
export const skippedReporter = (missing: readonly ProgramName[]): Reporter => ({
  onTestRunEnd(modules) {
    process.stdout.write(`\n${describeSkipped(skippedTests(modules, missing))}\n`);
  },
});
