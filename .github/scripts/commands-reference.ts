import { fencedBlock } from "../../src/commands/fenced-block.js";
import { commandHelp, whatFollows } from "../../src/commands/help.js";

/** Every slash command with an example, from the table that parses them. */
export function commandsReference(): string {
  const rows = commandHelp();
  const groups = [...new Set(rows.map(({ where }) => where))].map((where) => [
    `## ${where[0]?.toUpperCase()}${where.slice(1)}`,
    ...rows
      .filter((row) => row.where === where)
      .map((row) => {
        const { verb, usage, summary, example } = row;
        return [`### ${verb}`, `\`${usage}\``, `${summary} ${whatFollows(row)}`, fencedBlock(example, "markdown")].join(
          "\n\n",
        );
      }),
  ]);
  return [
    "# Commands",
    "<!-- Generated from src/commands: npm run generate -->",
    "Said in a comment on an issue or pull request of the factory, at the start of a line. Not in a quote or a code block, not in an edited comment, not in a review thread, never by a bot, nor by an App that writes in your name. You need write permission, or your login in `approvers`; where your permission cannot be read, the answer is no. Each is acknowledged by a reaction, runs once, and answers with what it did or why not.",
    "`[task]` is needed only away from the task's pull request. An approval is for what you saw: when the spec or the card changed after you wrote, you are asked again.",
    ...groups.flat(),
    "",
  ].join("\n\n");
}
