import type { TestCase, TestFile } from "../../../languages/source-file.js";
import type { Place } from "../../validator.js";

/** The tests that must show something themselves: not skipped, and not only made of other tests. */
export function testsToJudge({ tests }: TestFile): TestCase[] {
  return tests.filter(({ skipped, hasSubtests, assertions }) => !skipped && (!hasSubtests || assertions.length > 0));
}

export function testPlaces(path: string, tests: readonly TestCase[], what: string): Place[] {
  return tests.map(({ name, line }) => ({ path, line, message: `"${name}" ${what}` }));
}
