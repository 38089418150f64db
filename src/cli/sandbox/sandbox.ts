import type { CliCommand } from "../command.js";

export const sandbox: CliCommand = {
  name: "sandbox",
  usage:
    "factory sandbox [--repo DIR] [--spec FILE] [--model recorded|anthropic] [--unconfined] [--as PRODUCT] [--port N] [--data DIR] [--faults FILE] [--record DIR] [--json]",
  summary:
    "Run the App against a GitHub on this machine, without an account, until Ctrl-C: your own SPEC.md, step by step.",
  flags: [
    [
      "--repo DIR",
      "Begin with the repository in that folder, as its last commit has it: branch, history and tags. The folder itself is only read. Its own workflows run on this machine when something is pushed, without secrets. A folder of --data that has a repository keeps its own.",
    ],
    [
      "--spec FILE",
      "Becomes SPEC.md of the repository. Without it you write one there. One of your own takes a real model.",
    ],
    [
      "--model NAME",
      "`recorded` (the default) knows the demo's answers only; `anthropic` is the real model, with ANTHROPIC_API_KEY, and works on any SPEC.md.",
    ],
    [
      "--unconfined",
      "Let the model's code run where nothing confines it, with everything you may do: the set-up pull request then says `gates.confinement: preferred`. Without it a real model is not started on such a machine.",
    ],
    [
      "--as PRODUCT",
      "Which GitHub the local one behaves like: `github.com` (the default), `ghe.com` or `ghes-3.17`. What that product lacks is refused as it would refuse it.",
    ],
    ["--port N", "Where the local GitHub listens. By default any free port, and with --data the one of last time."],
    [
      "--data DIR",
      "Keep everything there, also when it is killed, and go on from it next time. By default it is gone at the end.",
    ],
    [
      "--faults FILE",
      "A plan of what goes wrong: lost webhooks, slow answers, errors (see `src/sandbox/faults/fault-plan.ts`).",
    ],
    [
      "--record DIR",
      "Keep the real model's answers and what you say there, as a story that `factory demo --story DIR` plays again.",
    ],
    ["--json", "One line with addresses and tokens on standard output when it is up, for scripts."],
  ],
  exits: "0 after Ctrl-C or SIGTERM, 1 when the App ended by itself, 2 when it could not start as asked.",
  // Loaded on demand: the rest of the command line needs no forge.
  run: async (args) => (await import("./run-sandbox.js")).runSandbox(args),
};
