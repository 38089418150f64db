import type { KnipConfig } from "knip";

export default {
  entry: ["src/cli.ts!", "src/main.ts!", "test/**/*.test.ts", "test/bench/run.ts", ".github/scripts/*.ts"],
  project: ["src/**/*.ts!", "action/src/**/*.ts!", "test/**/*.ts", ".github/scripts/**/*.ts"],
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig;
