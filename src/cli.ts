#!/usr/bin/env node
import { COMMANDS } from "./cli/commands.js";
import { EXIT } from "./cli/exit-code.js";
import { helpText } from "./cli/help.js";

const [name = "help", ...args] = process.argv.slice(2);
if (["help", "--help", "-h"].includes(name)) {
  process.stdout.write(helpText(COMMANDS));
} else if (["version", "--version", "-v"].includes(name)) {
  const { version } = await import("./cli/version.js");
  process.stdout.write(`${version()}\n`);
} else {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    process.stderr.write(`factory: there is no command "${name}".\n\n${helpText(COMMANDS)}`);
    process.exitCode = EXIT.badInput;
  } else if (args.some((arg) => arg === "--help" || arg === "-h")) {
    process.stdout.write(`${command.usage}\n\n${command.summary}\n`);
  } else {
    process.exitCode = await command.run(args);
  }
}
