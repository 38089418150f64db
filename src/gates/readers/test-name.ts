import type { RanTest } from "../execution-facts.js";
import type { ReportedTest } from "./reported-run.js";

/** The separator between suite and title, and between file and suite, as in vitest and the test inventory. */
const NAME_SEPARATOR = " > ";

/** Suites and title: the name of a test within one file, as in the inventory. */
export function titleOf({ titles }: Pick<ReportedTest, "titles">): string {
  return titles.join(NAME_SEPARATOR);
}

/** File, suites and title: a stable name. It is unique in the suite if titles are unique in a file. */
export function nameInSuite(test: Pick<ReportedTest, "file" | "titles">): string {
  return test.file === null ? titleOf(test) : `${test.file}${NAME_SEPARATOR}${titleOf(test)}`;
}

/** A reported test under its name in the gate report. */
export function ranTest(test: ReportedTest, name: string): RanTest {
  return {
    name,
    status: test.status,
    ...(test.durationMs === undefined ? {} : { duration_ms: test.durationMs }),
    ...(test.output === undefined ? {} : { output: test.output }),
    ...(test.failure === undefined ? {} : { failure: test.failure }),
  };
}
