import type { CliCommand } from "../command.js";
import { STATE_BRANCH_FLAGS } from "../repository/state-branch-flags.js";

export const replay: CliCommand = {
  name: "replay",
  usage: "factory replay [DIR | owner/name | GIT-URL] [--branch NAME] [--verbose] [--json]",
  summary: "Decide a product's whole history again from git, and say whether that gives the state it holds.",
  flags: [...STATE_BRANCH_FLAGS, ["--verbose", "Every commit on a line. By default only those that do not come out."]],
  exits:
    "0 when every state comes out again, 1 when one does not or there is none, 2 when there is no such repository.",
  run: async (args) => (await import("./run-replay.js")).runReplay(args),
};
