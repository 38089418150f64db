import type { CliCommand } from "../command.js";

export const conform: CliCommand = {
  name: "conform",
  usage: "factory conform owner/name --yes [--save DIR] [--json]",
  summary:
    "Check the App on a real GitHub: it builds one small product in an empty repository with a scripted model, and each step says whether GitHub did what the App relies on.",
  flags: [
    [
      "owner/name",
      "An empty repository of yours that nothing else uses: it is written to. The App must be installed in it, and nowhere else. See `.github/reference/conform.md`.",
    ],
    [
      "--yes",
      "Really do it. Without it only what would be done is printed. APP_ID, PRIVATE_KEY and ACTION_REF are needed, as for the App itself, and GITHUB_TOKEN: a fine-grained token of an administrator of that repository.",
    ],
    ["--save DIR", "Keep every request with its answer there, without secrets, as files that a test can compare."],
    ["--json", "The result as one JSON document on standard output, a refusal (`error`, `details`) too."],
  ],
  exits: "0 when every step passed, 1 when one differed, 2 when it could not begin, 130 stopped before it was done.",
  run: async (args) => (await import("./run-conform.js")).runConform(args),
};
