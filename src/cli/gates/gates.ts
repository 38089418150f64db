import type { CliCommand } from "../command.js";

export const gates: CliCommand = {
  name: "gates",
  usage:
    "factory gates --plan FILE [DIR] [--base REV] [--head REV] [--run-type CONTRACT|EXECUTION] [--gates 0,1] [--contract-report FILE] [--unconfined] [--json]",
  summary: "Judge a change in a repository of your own by the gates, from a plan.json, without the factory.",
  flags: [
    ["--plan FILE", "The plan.json to judge by: task, manifest, test file and, if there is one, the contract."],
    ["DIR", "The top folder of the repository, in place of the plan's `projectPath`; by default this one."],
    ["--base REV", "The revision before the change, in place of the plan's `baseRef`."],
    ["--head REV", "The revision with the change, in place of the plan's `targetRef`."],
    ["--run-type TYPE", "CONTRACT judges tests before there is code, EXECUTION the code."],
    [
      "--contract-report FILE",
      "With a plan that has a `contractRunId`: the result of that CONTRACT run, as `--json` printed it. By default the one that was kept in this repository's git directory when the run passed.",
    ],
    ["--gates LIST", "Only these gates, such as `0,1`. All four by default."],
    [
      "--unconfined",
      "Run code under test also where nothing confines it: with everything you may do here. Without it, and unless `gates.confinement` at the base is `preferred`, it is not run there, and the gates that need it are NOT_RUN.",
    ],
    ["--json", "The result as one JSON document on standard output, a refusal (`error`, `details`) too."],
  ],
  exits: "0 when every gate passed, 1 when one did not, 2 when nothing could be judged.",
  // Loaded on demand, because the compiler that it needs is large.
  run: async (args) => (await import("./run-gates.js")).runGatesCommand(args),
};
