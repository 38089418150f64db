import { allCommands, commandRow } from "./all-commands.js";
import { type CommandRow, Where, type Who } from "./define-command.js";
import { fencedBlock } from "./fenced-block.js";

/** One line of the documentation's table of commands. */
export type HelpRow = Pick<CommandRow, "where" | "verb" | "usage" | "who" | "summary" | "effect" | "also" | "example">;

const HEADINGS: Readonly<Record<Where, string>> = {
  "spec pull request": "On the spec pull request",
  "halted task": "On a halted task",
  "interface change": "On an interface change",
  "contract amendment": "On a contract amendment",
  checkpoint: "At a checkpoint",
  anywhere: "Anywhere",
};

const WHO: Readonly<Record<Who, string>> = {
  write: "People with write permission, or whose login is in `approvers`.",
};

const RULES = [
  "A command stands at the start of a line of a new comment; not in a quote or code, not in an edited comment or a review thread.",
  "`[task]` is needed only away from the task's pull request. Longer answers go in a fenced `yaml` block below the command; without one, the answer shows what to send.",
];

/** The table of commands as data, grouped by where they apply. */
export function commandHelp(): HelpRow[] {
  return allCommands().map(({ where, verb, usage, who, summary, effect, also, example }) => {
    return { where, verb, usage, who, summary, effect, ...(also === undefined ? {} : { also }), example };
  });
}

/** All consequences of a command, including the optional ones. */
export function whatFollows({ effect, also }: Pick<HelpRow, "effect" | "also">): string {
  return also === undefined ? effect : `${effect} ${also}`;
}

/** The answer to `/factory help`, as Markdown. */
export function helpText(): string {
  const groups = Where.options.map((where) => {
    const rows = commandHelp().filter((row) => row.where === where);
    const lines = rows.map((row) => `| \`${row.usage}\` | ${row.summary} | ${whatFollows(row)} |`);
    return [`### ${HEADINGS[where]}`, "", "| command | what it does | what follows |", "|---|---|---|", ...lines].join(
      "\n",
    );
  });
  return [...groups, RULES.join("\n")].join("\n\n");
}

/** The answer to `/factory help <verb>`, as Markdown. */
export function helpFor(verb: string): string {
  const row = commandRow(verb);
  const { usage, where, who, summary, example } = row;
  return [
    `\`${usage}\``,
    `${summary} ${whatFollows(row)}`,
    `${HEADINGS[where]}. ${WHO[who]}`,
    fencedBlock(example, "markdown"),
  ].join("\n\n");
}
