import { runTests, type TestsRun, type TestsToRun } from "./run-tests.js";
import type { Workbench } from "./workbench.js";

/**
 * Runs the same tests again without canaries, if nothing else failed. A canary fails its file, its process and its
 * command. That hides failures at their end: in a hook, a leak check, an uncaught error. Undefined if the first run is
 * conclusive: another test failed, or the command succeeded despite its canary.
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
