import type { CliCommand } from "./command.js";
import { wrapWords } from "./wrap-words.js";

export const EXIT_CODES =
  "Exit codes: 0 done, 1 it ran and the answer is no, 2 it could not run as asked, 130 stopped before it was done.";

/** Longer lines are hard to read. A narrower terminal limits the lines further. */
const WIDEST = 100;
const NARROWEST = 60;

/** The longest line: at a terminal its width, elsewhere the maximum. */
export function roomFor({ columns = WIDEST }: { readonly columns?: number }): number {
  return Math.min(WIDEST, Math.max(NARROWEST, columns));
}

export function helpText(commands: readonly CliCommand[], room: number): string {
  const rows = [
    ...commands.map(({ name, summary }) => [name, summary] as const),
    ["help [command]", "Show this text, or what a command takes."] as const,
    ["version", "Print the version."] as const,
  ];
  return [
    ...wrapWords("factory: turns a repository's SPEC.md into shipped, tested code, one pull request per task.", room),
    "",
    "Usage: factory <command> [flags]",
    "",
    ...inColumns(rows, room),
    "",
    ...wrapWords(EXIT_CODES, room),
    "",
  ].join("\n");
}

export function commandHelp({ name, usage, summary, flags, exits }: CliCommand, room: number): string {
  return [
    ...hanging(`Usage: factory ${name} `, usage.replace(`factory ${name} `, ""), room),
    "",
    ...wrapWords(summary, room),
    "",
    ...inColumns(flags, room),
    "",
    ...wrapWords(`Exit codes: ${exits}`, room),
    "",
  ].join("\n");
}

/** Names, with their meanings beside them. */
export function inColumns(rows: readonly (readonly [string, string])[], room: number): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.flatMap(([name, meaning]) => hanging(`  ${name.padEnd(width)}  `, meaning, room));
}

/** Wrapped lines start at the column where the meaning starts. */
function hanging(head: string, text: string, room: number): string[] {
  return wrapWords(text, room - head.length).map(
    (line, index) => `${index === 0 ? head : " ".repeat(head.length)}${line}`,
  );
}
