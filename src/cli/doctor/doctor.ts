import type { CliCommand } from "../command.js";

export const doctor: CliCommand = {
  name: "doctor",
  usage: "factory doctor [owner/name] [--json]",
  summary: "Say what would stop the App in a repository: permissions, workflow, labels, Actions, branch rules.",
  flags: [
    [
      "owner/name",
      "The repository; every one the App is installed in by default. APP_ID and PRIVATE_KEY are needed, as for the App itself: from the environment, or from `.env` in this folder where the environment has no key. PRIVATE_KEY_PATH counts in the environment only.",
    ],
    ["--json", "The findings as one JSON document on standard output, a refusal (`error`, `details`) too."],
  ],
  exits: "0 when nothing would stop it, 1 when something would, 2 when it could not look.",
  run: async (args) => (await import("./run-doctor.js")).runDoctor(args),
};
