import { type CitableNames, citationsIn } from "../../domain/debate/citation.js";

/** A file at the reviewed head. */
export type CitedFile = {
  readonly kind: "contract" | "test" | "examples";
  readonly path: string;
  readonly text: string;
};

/** A test's name is searched in the tests first, because a clause or a field may be a word of a test's name. */
const TESTS_FIRST = ["test", "contract", "examples"] as const;
const CONTRACT_FIRST = ["contract", "test", "examples"] as const;

/**
 * The first line with one of the names that a text cites. The longest name is the most exact one and is tried first.
 */
export function citedLine(
  text: string,
  files: readonly CitedFile[],
  names: CitableNames,
): { readonly path: string; readonly line: number } | undefined {
  const cited = citationsIn(text, names).toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  for (const name of cited) {
    for (const kind of names.testNames.includes(name) ? TESTS_FIRST : CONTRACT_FIRST) {
      for (const file of files.filter((candidate) => candidate.kind === kind)) {
        const index = file.text.split("\n").findIndex((line) => holds(line, name));
        if (index !== -1) return { path: file.path, line: index + 1 };
      }
    }
  }
  return undefined;
}

/** The name as a whole word. */
function holds(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + 1)) {
    const [before, after] = [line[at - 1] ?? "", line[at + name.length] ?? ""];
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true;
  }
  return false;
}
