import type { CliCommand } from "./command.js";

export const gates: CliCommand = {
  name: "gates",
  usage: "factory gates --plan FILE [--base REV] [--head REV] [--run-type CONTRACT|EXECUTION] [--gates 0,1] [--json]",
  summary: "Judge a change in this repository by the gates, from a plan.json, without the factory.",
  // Loaded when it is asked for: the compiler it judges with is large.
  run: async (args) => (await import("./run-gates.js")).runGatesCommand(args),
};
