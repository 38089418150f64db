import { COMMANDS } from "../../src/cli/commands.js";

/** The command line, from the table that runs it. */
export function commandLineReference(): string {
  return [
    "# Command line",
    "<!-- Generated from src/cli: npm run generate -->",
    "Exit codes: 0 done, 1 it ran and the answer is no, 2 it could not run as asked, with a sentence that says what to do. Colours only on a terminal, and never with `NO_COLOR`.",
    ...COMMANDS.map(({ name, summary, usage }) => `## factory ${name}\n\n${summary}\n\n\`\`\`text\n${usage}\n\`\`\``),
    "",
  ].join("\n\n");
}
