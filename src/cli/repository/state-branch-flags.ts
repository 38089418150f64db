import type { CliCommand } from "../command.js";

/** The flags of commands that read a state branch. */
export const STATE_BRANCH_FLAGS: CliCommand["flags"] = [
  [
    "DIR | owner/name | GIT-URL",
    "The repository: a folder (this one by default), one on GitHub (GITHUB_TOKEN for a private one), or an address.",
  ],
  [
    "--branch NAME",
    "The state branch, where it cannot be told: by default that of `branch_prefix`, or the only one there is.",
  ],
  ["--json", "The result as one JSON document on standard output, a refusal (`error`, `details`) too."],
];
