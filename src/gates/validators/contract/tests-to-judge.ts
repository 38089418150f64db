import type { TestCase, TestFile } from "../../../languages/source-file.js";

/** The tests that must assert something themselves: not skipped, and not only containers of other tests. */
export function testsToJudge({ tests }: TestFile): TestCase[] {
  return tests.filter(
    ({ skipped, hasSubtests, assertions }) =>
      !skipped && (!hasSubtests || assertions.some(({ nature }) => nature !== "count")),
  );
}
