import type { CliCommand } from "./command.js";

export const status: CliCommand = {
  name: "status",
  usage: "factory status [DIR | owner/name | GIT-URL] [--branch factory/state] [--json]",
  summary: "Say where a product stands, from the state branch alone.",
  run: async (args) => (await import("./run-status.js")).runStatus(args),
};
