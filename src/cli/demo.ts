import type { CliCommand } from "./command.js";

export const demo: CliCommand = {
  name: "demo",
  usage: "factory demo [--keep]",
  summary: "Watch the factory work on a GitHub on this machine: offline, keyless, with a recorded model.",
  run: async (args) => (await import("./run-demo.js")).runDemo(args),
};
