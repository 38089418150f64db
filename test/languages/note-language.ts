import type { FilesToRead, LanguageReader } from "../../src/languages/language-reader.js";
import type { OpenedLanguage } from "../../src/languages/opened-language.js";
import { folderOf } from "../../src/languages/paths.js";
import type { TestCase } from "../../src/languages/source-file.js";

/**
 * A language that exists in tests alone. A line is `give name(parameters)`, `use file: name`, `test title`, or
 * `check words`, which is an assertion of the test above it.
 */
export const noteReader: LanguageReader = {
  languages: new Map([["note", "note"]]),
  grammar: { none: "its lines are its grammar" },
  canBeCutOff: true,
  open: openNotes,
  imports: {
    resolve,
    targetsOf:
      (from, { tree }) =>
      ({ specifier }) => {
        const path = resolve(from, specifier, tree);
        return path === undefined ? { kind: "nowhere", why: `"${specifier}" is no note` } : { kind: "file", path };
      },
    namesAsked: (_, { names }) => names,
    isImplied: () => false,
    declaredBeside: () => [],
    verb: "define",
    missingFile: (from, specifier, tree) => (resolve(from, specifier, tree) === undefined ? specifier : undefined),
  },
  exportPatterns: (name) => [new RegExp(`^give ${name}\\(`, "m")],
  isTestLibrary: (name) => name === "notebook",
  exportsOf: (path, sources) =>
    given(sources.get(path) ?? "").map(({ name }) => ({ name, kind: "function", file: path, original: name })),
  declarationOf: (_, text, name) => text.split("\n").find((line) => line.startsWith(`give ${name}(`)),
  signaturesOf: (_, text) => given(text).map(({ signature }) => signature),
  placesOf: () => undefined,
  specifierOf: async ({ entry }) => `note:${entry}`,
  mutate: { none: "a note has nothing to mistake" },
  impact: { none: "nobody follows notes" },
  compiledSurface: { none: "notes are not compiled" },
};

function resolve(from: string, specifier: string, tree: { has(path: string): boolean }): string | undefined {
  const path = `${folderOf(from)}/${specifier}.note`;
  return tree.has(path) ? path : undefined;
}

type Line = { readonly word: string; readonly rest: string; readonly line: number };

function linesOf(text: string): Line[] {
  return text.split("\n").flatMap((written, index) => {
    const [word = "", ...rest] = written.trim().split(" ");
    return word === "" ? [] : [{ word, rest: rest.join(" "), line: index + 1 }];
  });
}

function given(text: string): { readonly name: string; readonly signature: string }[] {
  return linesOf(text)
    .filter(({ word }) => word === "give")
    .map(({ rest }) => ({ name: rest.split("(")[0] ?? "", signature: rest }));
}

function openNotes({ parsed }: FilesToRead): OpenedLanguage {
  const read = (path: string) => parsed(path, (text) => text);
  return {
    problems: (path) =>
      linesOf(read(path))
        .filter(({ word }) => !["give", "use", "test", "check"].includes(word))
        .map(({ word, line }) => ({ line, message: `Nothing is called ${word}.` })),
    tests: (path) => ({ tests: testsOf(path, read(path)), outside: [], tags: [] }),
    imports: (path) =>
      linesOf(read(path))
        .filter(({ word }) => word === "use")
        .map(({ rest, line }) => {
          const [specifier = "", name = ""] = rest.split(": ");
          return { line, specifier, names: [name], typeOnly: false };
        }),
    exports: (path) => ({
      names: new Set(given(read(path)).map(({ name }) => name)),
      stars: [],
      passedOn: [],
      opaque: false,
    }),
    passedOn: () => [],
    matchSignature: ({ path, target, expected }) => {
      const actual = given(read(path)).find(({ name }) => name === target)?.signature ?? "not found";
      return { passed: actual === expected, expected, actual };
    },
  };
}

function testsOf(path: string, text: string): TestCase[] {
  const lines = linesOf(text);
  return lines
    .filter(({ word }) => word === "test")
    .map(({ rest: title, line }) => {
      const next = lines.find((other) => other.word === "test" && other.line > line)?.line ?? Number.POSITIVE_INFINITY;
      const checks = lines.filter((other) => other.word === "check" && other.line > line && other.line < next);
      return {
        name: title,
        title,
        line,
        clauses: [...title.matchAll(/CL-[A-Z]+-\d+/g)].map(([clauseId]) => ({ clauseId, line })),
        skipped: false,
        empty: checks.length === 0,
        hasSubtests: false,
        usesSubject: true,
        words: title.split(" "),
        assertions: checks.map(({ rest, line: at }) => ({
          path,
          line: at,
          type: "check",
          text: rest,
          nature: "value" as const,
          compares: () => ({ actual: "", expected: "" }),
          strength: () => ({ verdict: "counts" as const }),
          restsOn: () => ({ names: new Set(rest.split(" ")), literals: [] }),
        })),
      };
    });
}
