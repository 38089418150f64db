import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import {
  howToGet,
  missingPrograms,
  refuseMissing,
  requiredPrograms,
} from "./test/support/programs/missing-programs.js";
import { PROGRAM_NAMES } from "./test/support/programs/program-table.js";
import { skippedReporter } from "./test/support/programs/skipped-reporter.js";
import { temporaryFolder } from "./test/support/tiers/temporary-folder.js";
import { E2E_PROJECT, tierReporter } from "./test/support/tiers/tier-reporter.js";

/** What takes minutes and is not part of `npm test`. A file goes from one tier to the other by being renamed. */
const e2e = ["test/**/*.e2e.test.ts"];

const missing = await missingPrograms();
refuseMissing(missing, requiredPrograms(process.env.FACTORY_REQUIRE_PROGRAMS));

/** Of every project. They do not extend this file: each would load it again, and search this machine again. */
const shared = {
  // Most of the time of a system test is spent waiting for other processes: even two cores can do with two of them at a time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  allowOnly: false,
  setupFiles: ["test/support/property-seed.ts"],
  globalSetup: ["test/support/tiers/compile.ts"],
  // No `skip: false`: of two tags the one that is here would undo what the one that is missing says.
  tags: PROGRAM_NAMES.map((name) => ({
    name,
    description: `needs ${howToGet(name)}`,
    ...(missing.includes(name) ? { skip: true } : {}),
  })),
};

/**
 * Nothing but a hang may take so long: a machine that is ten times as slow as two idle cores does not come near it.
 * What waits inside a test gives up a little earlier, and says for what it waited.
 */
const within = (minutes: number, env: Readonly<Record<string, string>> = {}) => {
  const patienceMs = (minutes - 1) * 60_000;
  return {
    testTimeout: minutes * 60_000,
    hookTimeout: minutes * 60_000,
    expect: { poll: { timeout: patienceMs, interval: 50 } },
    env: { ...env, TEST_PATIENCE_MS: String(patienceMs) },
  };
};

export default defineConfig({
  test: {
    ...shared,
    passWithNoTests: false,
    teardownTimeout: 60_000,
    reporters: ["default", skippedReporter(missing), tierReporter()],
    projects: [
      {
        test: {
          ...shared,
          ...within(10),
          name: "default",
          include: ["test/**/*.test.ts"],
          exclude: [...e2e, "**/node_modules/**"],
          // A worker keeps the modules that it has loaded: loading them for each file takes longer than most files.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          ...within(15, { TMPDIR: temporaryFolder() }),
          name: E2E_PROJECT,
          include: e2e,
          // Loading the App's modules takes longer than many of these stories.
          isolate: false,
          // Half of the time of a whole product is spent waiting for git, runners and browsers.
          maxWorkers: availableParallelism() + 1,
          // Projects with another number of workers run one after the other.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
