import path from "node:path";
import { cargoTargets } from "./cargo-targets.js";

/** The values of a command's placeholders. */
export type CommandFacts = {
  readonly report: string;
  readonly presets: string;
  readonly testFiles: readonly string[];
  /** Files that the work created or changed. */
  readonly changedFiles: readonly string[];
  /** All files, existing or planned, for runners that do not take files as arguments. */
  readonly ownFiles?: readonly string[] | undefined;
  /** Packages that a plan declared, to be resolved. */
  readonly dependencies: readonly { readonly name: string; readonly range: string }[];
};

const PLACEHOLDERS: Readonly<Record<string, (facts: CommandFacts) => readonly string[]>> = {
  report: ({ report }) => [report],
  presets: ({ presets }) => [presets],
  test_files: ({ testFiles }) => testFiles.map(asPath),
  // Go runs packages: for a file its folder, for a report its package.
  test_packages: ({ testFiles }) => [
    ...new Set(testFiles.map((file) => (file.endsWith(".go") ? `./${path.posix.dirname(file)}` : file))),
  ],
  // Cargo runs targets of packages.
  cargo_targets: ({ testFiles, ownFiles = [] }) => cargoTargets(testFiles, ownFiles),
  // Maven takes class names, joined by commas.
  test_classes: ({ testFiles }) => [testFiles.map((file) => path.posix.parse(file).name).join(",")],
  dependencies: ({ dependencies }) => dependencies.map(({ name, range }) => `${name}@${range}`),
  // Python writes ranges after the name. A bare version means exactly that one.
  python_dependencies: ({ dependencies }) =>
    dependencies.map(({ name, range }) => (/^\d/.test(range) ? `${name}==${range}` : `${name}${range}`)),
  changed_files: ({ changedFiles }) => changedFiles.map(asPath),
  // Files that a linter of scripts can read.
  changed_sources: ({ changedFiles }) =>
    changedFiles.filter((file) => /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(file)).map(asPath),
  // Files that Node itself can read, so no JSX.
  changed_scripts: ({ changedFiles }) => changedFiles.filter((file) => /\.[cm]?js$/.test(file)).map(asPath),
  changed_python: ({ changedFiles }) => changedFiles.filter((file) => file.endsWith(".py")).map(asPath),
};

/** A file name that begins with a hyphen must not be read as an option. */
const asPath = (file: string): string => (file.startsWith("-") ? `./${file}` : file);

/** Fills the placeholders `{...}`, each quoted for the shell. Other braces belong to the command. */
export function fillCommand(command: string, facts: CommandFacts): string {
  return command.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const words = PLACEHOLDERS[name]?.(facts);
    return words === undefined ? whole : words.map(quote).join(" ");
  });
}

/** A command for people: with its files, without the paths of one machine and one run. */
export function shownCommand(command: string, facts: Omit<CommandFacts, "report" | "presets">): string {
  return fillCommand(command, { ...facts, report: "report", presets: "gate-presets" });
}

/** Quotes any text as one word of a POSIX shell. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
