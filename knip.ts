import type { KnipConfig } from "knip";

export default {
  entry: ["src/cli.ts!", "test/**/*.test.ts", ".github/scripts/*.ts"],
  project: ["src/**/*.ts!", "test/**/*.ts", ".github/scripts/**/*.ts"],
  ignoreExportsUsedInFile: true,
  // The build's glob is esbuild's, not a module.
  ignoreUnresolved: [/^src\/\*\*/],
  ignoreDependencies: [
    // Given with the product; no file imports them yet.
    "@actions/core",
    "@anthropic-ai/sdk",
    "@octokit/webhooks",
    "nock",
    // Descriptions of GitHub, read by their path inside the package.
    "@octokit/openapi",
    "@octokit/webhooks-examples",
    "@octokit/openapi-webhooks",
  ],
} satisfies KnipConfig;
