import { runTests, type TestsRun, type TestsToRun } from "./run-tests.js";
import type { Workbench } from "./workbench.js";

/**
 * Runs the same tests again without their canaries, where nothing else failed. A canary fails its file, its process and its
 * command on purpose, and what fails only at the end of one of these hides behind it: a hook, a leak check, an error that
 * no test caught. Undefined where the first run has told already: by a failure, or by a command that ends well for all that.
 */
export async function runWithoutCanaries(
  bench: Workbench,
  tests: TestsToRun,
  { canary, reported, run }: TestsRun,
): Promise<TestsRun | undefined> {
  if (canary !== "failed" || !reported.ok) return undefined;
  if (run.end.kind === "exited" && run.end.code === 0) return undefined;
  const { broken, tests: reportedTests } = reported.value;
  if (broken.length > 0 || reportedTests.some(({ status }) => status === "failed")) return undefined;
  await bench.restore();
  return runTests(bench, { ...tests, canaries: [] });
}
