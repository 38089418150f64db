import type { CliCommand } from "../../src/cli/command.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { EXIT_CODES } from "../../src/cli/help.js";
import { markdownTable } from "./markdown-table.js";

/** The command line, from the table that runs it. */
export function commandLineReference(): string {
  return [
    "# Command line",
    "<!-- Generated from src/cli: npm run generate -->",
    `${EXIT_CODES} With 2 there is a sentence that says what to do. Colours only on a terminal, and never with \`NO_COLOR\`. \`factory help COMMAND\` says the same as this page.`,
    ...COMMANDS.map(section),
    "",
  ].join("\n\n");
}

function section({ name, summary, usage, flags, exits }: CliCommand): string {
  return [
    `## factory ${name}`,
    summary,
    `\`\`\`text\n${usage}\n\`\`\``,
    markdownTable(
      ["", ""],
      flags.map(([flag, meaning]) => [`\`${flag}\``, meaning]),
    ),
    `Exit codes: ${exits}`,
  ].join("\n\n");
}
