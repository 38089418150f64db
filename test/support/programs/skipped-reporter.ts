import type { Reporter } from "vitest/node";
import type { ProgramName } from "./program-table.js";
import { describeSkipped, skippedTests } from "./skipped-tests.js";

/** Lists at the end of a run the tests that were skipped because a program is missing. */
export const skippedReporter = (missing: readonly ProgramName[]): Reporter => ({
  onTestRunEnd(modules) {
    process.stdout.write(`\n${describeSkipped(skippedTests(modules, missing))}\n`);
  },
});
