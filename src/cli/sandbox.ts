import type { CliCommand } from "./command.js";

export const sandbox: CliCommand = {
  name: "sandbox",
  usage: "factory sandbox [--port N] [--data DIR] [--spec FILE] [--model recorded|anthropic] [--faults FILE]",
  summary: "Run the App against a GitHub on this machine, without an account, a key or a network, until Ctrl-C.",
  // Loaded when it is asked for: the rest of the command line needs no forge.
  run: async (args) => (await import("./run-sandbox.js")).runSandbox(args),
};
