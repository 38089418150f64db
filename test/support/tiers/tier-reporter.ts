import type { Reporter, TestModule, Vitest } from "vitest/node";
import { tierShare } from "./tier-share.js";

export const E2E_PROJECT = "e2e";

/** Counts the tests of both tiers. A run of all tests fails when the default tier has too few of them. */
export function tierReporter(): Reporter {
  const run: { vitest?: Vitest } = {};
  return {
    onInit(vitest) {
      run.vitest = vitest;
    },
    async onTestRunEnd(modules) {
      if (run.vitest === undefined || !(await isWhole(run.vitest, modules))) return;
      const count = (isE2e: boolean) =>
        modules
          .filter(({ project }) => (project.name === E2E_PROJECT) === isE2e)
          .reduce((sum, { children }) => sum + [...children.allTests()].length, 0);
      const { isEnough, text } = tierShare({ default: count(false), e2e: count(true) });
      process.stdout.write(`\n${text}\n`);
      if (!isEnough) process.exitCode = 1;
    },
  };
}

/** Whether no name, project or file on the command line limited the run. */
async function isWhole({ projects, config }: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  const tiers = new Set(projects.map(({ name }) => name === E2E_PROJECT));
  if (config.testNamePattern !== undefined || tiers.size < 2) return false;
  const globbed = await Promise.all(projects.map((project) => project.globTestFiles()));
  return modules.length === globbed.reduce((sum, { testFiles }) => sum + testFiles.length, 0);
}
