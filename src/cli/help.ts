import type { CliCommand } from "./command.js";

export function helpText(commands: readonly CliCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length), "version".length);
  const rows = [
    ...commands.map(({ name, summary }) => [name, summary]),
    ["help", "Show this text."],
    ["version", "Print the version."],
  ].map(([name = "", summary]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    "factory: turns a repository's SPEC.md into shipped, tested code, one reviewable pull request per task.",
    "",
    "Usage: factory <command> [options]      factory <command> --help",
    "",
    ...rows,
    "",
    "Exit codes: 0 done, 1 it ran and the answer is no, 2 it could not run as asked.",
    "",
  ].join("\n");
}
