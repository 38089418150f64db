#!/usr/bin/env node
import { COMMANDS } from "./cli/commands.js";
import { EXIT } from "./cli/exit-code.js";
import { commandHelp, helpText, roomFor } from "./cli/help.js";

const [first = "help", ...rest] = process.argv.slice(2);
const asksHelp = ["help", "--help", "-h"].includes(first);
const name = asksHelp ? rest[0] : first;
const command = COMMANDS.find((candidate) => candidate.name === name);

const room = roomFor(process.stdout);

if (name === undefined || name === "help") {
  process.stdout.write(helpText(COMMANDS, room));
} else if (["version", "--version", "-v"].includes(name)) {
  const { version } = await import("./cli/version.js");
  process.stdout.write(`${version()}\n`);
} else if (command === undefined) {
  const names = COMMANDS.map(({ name }) => name).join(", ");
  process.stderr.write(
    `factory: there is no command "${name}". There are ${names}; \`factory help\` says what each does.\n`,
  );
  process.exitCode = EXIT.badInput;
} else if (asksHelp || rest.some((arg) => arg === "--help" || arg === "-h")) {
  process.stdout.write(commandHelp(command, room));
} else {
  process.exitCode = await command.run(rest);
}
