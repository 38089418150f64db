import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Pure code has nothing to isolate: its tests share a worker's modules, which saves most of their time. */
const PURE = ["domain", "commands", "render", "loop", "roles", "context", "gates/validators", "gates/source"];

const pure = PURE.map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    // Most of the time of a system test is spent waiting for other processes: even two cores can do with two of them at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    passWithNoTests: false,
    allowOnly: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ["test/support/property-seed.ts"],
    projects: [
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
      { extends: true, test: { name: "forge", include: ["test/sandbox/forge/**/*.test.ts"], isolate: false } },
      {
        extends: true,
        test: {
          name: "system",
          include: ["test/**/*.test.ts"],
          exclude: [...pure, "test/sandbox/forge/**", "**/node_modules/**"],
        },
      },
    ],
  },
});
