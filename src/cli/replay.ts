import type { CliCommand } from "./command.js";

export const replay: CliCommand = {
  name: "replay",
  usage: "factory replay [DIR | owner/name | GIT-URL] [--branch factory/state] [--json]",
  summary: "Decide a product's whole history again from git, and say whether that gives the state it holds.",
  run: async (args) => (await import("./run-replay.js")).runReplay(args),
};
