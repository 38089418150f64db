import type { CliCommand } from "./command.js";

export const doctor: CliCommand = {
  name: "doctor",
  usage:
    "factory doctor [owner/name] [--json]\n\nNeeds APP_ID and PRIVATE_KEY in the environment, as the App does. Without a repository: every one it is installed in.",
  summary: "Say what would stop the App in a repository: permissions, workflow, labels, Actions, branch rules.",
  run: async (args) => (await import("./run-doctor.js")).runDoctor(args),
};
