import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    passWithNoTests: false,
    allowOnly: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
