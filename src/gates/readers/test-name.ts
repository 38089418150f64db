import type { RanTest } from "../execution-facts.js";
import type { ReportedTest } from "./reported-run.js";

/** Between suite and title, and between file and suite: as vitest and the test inventory write it. */
const NAME_SEPARATOR = " > ";

/** Suites and title: how the test inventory names a test of one file. */
export function titleOf({ titles }: Pick<ReportedTest, "titles">): string {
  return titles.join(NAME_SEPARATOR);
}

/** File, suites and title: a name that is stable, and unique in the whole suite as far as titles are unique in a file. */
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
