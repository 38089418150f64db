import type { CliCommand } from "../command.js";
import { STATE_BRANCH_FLAGS } from "../repository/state-branch-flags.js";

export const status: CliCommand = {
  name: "status",
  usage: "factory status [DIR | owner/name | GIT-URL] [--branch NAME] [--json]",
  summary: "Say where a product stands, from the state branch alone.",
  flags: STATE_BRANCH_FLAGS,
  exits:
    "0 when it could be said, 1 when there is no state branch or it cannot be read, 2 when there is no such repository.",
  run: async (args) => (await import("./run-status.js")).runStatus(args),
};
