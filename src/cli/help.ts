import type { CliCommand } from "./command.js";
import { wrapWords } from "./wrap-words.js";

export const EXIT_CODES =
  "Exit codes: 0 done, 1 it ran and the answer is no, 2 it could not run as asked, 130 stopped before it was done.";

/** Wider than this nobody reads; narrower than its terminal it must not be. */
const WIDEST = 100;
const NARROWEST = 60;

/** What a line may hold where help is printed: of a terminal what it has, of anything else the most. */
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

/** Names, and beside them what they mean. */
export function inColumns(rows: readonly (readonly [string, string])[], room: number): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.flatMap(([name, meaning]) => hanging(`  ${name.padEnd(width)}  `, meaning, room));
}

/** Lines that go on below where the first one began to say something. */
function hanging(head: string, text: string, room: number): string[] {
  return wrapWords(text, room - head.length).map(
    (line, index) => `${index === 0 ? head : " ".repeat(head.length)}${line}`,
  );
}
