import path from "node:path";
import { cargoTargets } from "./cargo-targets.js";

/** What a command's placeholders stand for. */
export type CommandFacts = {
  readonly report: string;
  readonly presets: string;
  readonly testFiles: readonly string[];
  /** Files that the work created or changed. */
  readonly changedFiles: readonly string[];
  /** What is in the repository or will be, for runners that take something else than files. */
  readonly ownFiles?: readonly string[] | undefined;
  /** Packages that a plan declared, to be resolved. */
  readonly dependencies: readonly { readonly name: string; readonly range: string }[];
};

const PLACEHOLDERS: Readonly<Record<string, (facts: CommandFacts) => readonly string[]>> = {
  report: ({ report }) => [report],
  presets: ({ presets }) => [presets],
  test_files: ({ testFiles }) => testFiles.map(asPath),
  // Go runs packages: of a file its folder, of a package from a report itself.
  test_packages: ({ testFiles }) => [
    ...new Set(testFiles.map((file) => (file.endsWith(".go") ? `./${path.posix.dirname(file)}` : file))),
  ],
  // Cargo runs targets of packages.
  cargo_targets: ({ testFiles, ownFiles = [] }) => cargoTargets(testFiles, ownFiles),
  // Maven takes class names, joined by commas.
  test_classes: ({ testFiles }) => [testFiles.map((file) => path.posix.parse(file).name).join(",")],
  dependencies: ({ dependencies }) => dependencies.map(({ name, range }) => `${name}@${range}`),
  // Python writes ranges behind the name; a bare version means exactly that one.
  python_dependencies: ({ dependencies }) =>
    dependencies.map(({ name, range }) => (/^\d/.test(range) ? `${name}==${range}` : `${name}${range}`)),
  changed_files: ({ changedFiles }) => changedFiles.map(asPath),
  // What a linter of scripts can read.
  changed_sources: ({ changedFiles }) =>
    changedFiles.filter((file) => /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(file)).map(asPath),
  // What Node itself can read: it knows no JSX.
  changed_scripts: ({ changedFiles }) => changedFiles.filter((file) => /\.[cm]?js$/.test(file)).map(asPath),
  changed_python: ({ changedFiles }) => changedFiles.filter((file) => file.endsWith(".py")).map(asPath),
};

/** A file whose name begins with a hyphen must not be read as an option. */
const asPath = (file: string): string => (file.startsWith("-") ? `./${file}` : file);

/** Puts the facts into `{...}`, each quoted for the shell. Other braces are the command's own. */
export function fillCommand(command: string, facts: CommandFacts): string {
  return command.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const words = PLACEHOLDERS[name]?.(facts);
    return words === undefined ? whole : words.map(quote).join(" ");
  });
}

/** A command as people read it: with the files it is about, and without the places of one machine and one run. */
export function shownCommand(command: string, facts: Omit<CommandFacts, "report" | "presets">): string {
  return fillCommand(command, { ...facts, report: "report", presets: "gate-presets" });
}

/** One word of a POSIX shell, whatever it holds. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
