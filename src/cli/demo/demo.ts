import type { CliCommand } from "../command.js";

export const demo: CliCommand = {
  name: "demo",
  usage: "factory demo [--keep] [--decide] [--model recorded|anthropic] [--yes] [--unconfined] [--story NAME]",
  summary: "Watch the factory work on a GitHub on this machine: offline, keyless, with a recorded model.",
  flags: [
    ["--keep", "Leave everything up at the end, to look around in, until Ctrl-C."],
    [
      "--decide",
      "Leave the decision about the halted task to you, on its page or at the terminal. The recorded model can go on from one answer, which is shown.",
    ],
    [
      "--model NAME",
      "`recorded` (the default), or `anthropic`: the real model, with ANTHROPIC_API_KEY. It shows an estimate and asks first.",
    ],
    [
      "--story NAME",
      "Play a recorded story instead: one of `fixtures/live` by its name, or any folder that `factory sandbox --record` wrote, by its path. At the end it counts the questions that differ from the recorded ones.",
    ],
    ["--yes", "Agree to the estimate beforehand, where nobody can be asked."],
    [
      "--unconfined",
      "Let the real model's code run where nothing confines it, with everything you may do. The recorded model's is known, and always runs.",
    ],
  ],
  exits:
    "0 when the product was released and its own tests passed in a fresh clone; 1 when not; 2 when it could not start; 130 after Ctrl-C.",
  run: async (args) => (await import("./run-demo.js")).runDemo(args),
};
