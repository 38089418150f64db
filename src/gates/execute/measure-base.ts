import { captureBaseline, type TestBaseline } from "../../domain/validation/baseline.js";
import { runTests } from "../run/run-tests.js";
import type { Workbench } from "../run/workbench.js";
import type { ExecutionPlan } from "./execution.js";
import { hasFailed, suiteResults } from "./suite-results.js";

/**
 * The failures at the base without this work: the baseline of a run that has none. Only failures are collected, because
 * the manifest decides which tests may be removed. The work's own tests are left out: they may be red there. A suite
 * that cannot be read gives no information.
 */
export async function measureBase(bench: Workbench, plan: ExecutionPlan): Promise<TestBaseline | null> {
  const { commands, settings, base, taskTests } = plan;
  const { runner, test } = commands;
  await bench.restore();
  for (const { path } of taskTests) await bench.remove(path);
  const { presetsFolder } = settings;
  const asked = { runner: test, command: test.command, testFiles: [], presetsFolder, canaries: [] };
  const run = await runTests(bench, asked);
  if (!run.reported.ok) return null;
  const failures = suiteResults(run, test.command === runner.test).filter(hasFailed);
  return captureBaseline(test.command, { sha: base.tree, at: new Date().toISOString(), results: failures });
}
