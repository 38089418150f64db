import type { CliCommand } from "../command.js";

export const trace: CliCommand = {
  name: "trace",
  usage: "factory trace <REQ | task | module | test | commit | file:line> [DIR | owner/name | GIT-URL] [--json]",
  summary: "Follow a requirement to the commit that proves it and the release that has it, or anything of these back.",
  flags: [
    [
      "<REQ | task | module | test | commit | file:line>",
      "Where to begin: REQ-001, T-core-auth-login-001 or TSK-001, MM-0001, a test's name, a commit, SPEC.md:7 or a line of a test or a shipped file.",
    ],
    [
      "DIR | owner/name | GIT-URL",
      "The repository, at the HEAD of its default branch; the present folder by default. GITHUB_TOKEN reads a private one.",
    ],
    ["--json", "The chains as one JSON document on standard output, a refusal (`error`, `details`) too."],
  ],
  exits: "0 when there is a chain, 1 when there is none or no ledger, 2 when there is no such repository.",
  run: async (args) => (await import("./run-trace.js")).runTrace(args),
};
