import type { FileTree } from "./file-tree.js";
import { languageName } from "./language-name.js";
import type { LanguageReader } from "./language-reader.js";
import type { OpenedLanguage } from "./opened-language.js";
import { languageOf, readerFor } from "./reader-for.js";
import { remember } from "./remember.js";
import type { TestFile } from "./source-file.js";
import type { SourceReader } from "./source-reader.js";

type Tree = Pick<FileTree, "has" | "read">;

type ReadingOptions = {
  /** Helpers of tests are followed into files that serve tests, and never into the product: its checks assert nothing. */
  readonly isProduct?: (path: string) => boolean;
  readonly patienceMs?: number;
};

/** Text in which nothing is of the language keeps a grammar guessing. A runner has nobody else to answer, and can wait. */
const PATIENCE_MS = 10_000;

/** Somebody asked for the tests or names of a file that no reader knows. No language is read as another one. */
class UnknownLanguage extends TypeError {
  constructor(path: string) {
    super(`${path} cannot be read: there is no reader for ${languageName(path)}`);
  }
}

/** A reader over one tree. The grammars of its languages are loaded by then (`load-grammars.ts`). */
export function createSourceReader(
  tree: Tree,
  { isProduct = () => false, patienceMs = PATIENCE_MS }: ReadingOptions = {},
): SourceReader {
  const tooDeep = new Set<string>();
  /** Hostile nesting exhausts any reader; such a file is read as empty, and is a problem of its own. */
  const readable = <T>(path: string, read: () => T, readEmpty: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      tooDeep.add(path);
      return readEmpty();
    }
  };
  const parsed = <T>(path: string, read: (text: string) => T): T =>
    readable(
      path,
      () => read(textOf(tree, path)),
      () => read(""),
    );
  const opened = new Map<LanguageReader, OpenedLanguage>();
  const languageAt = (path: string): OpenedLanguage => {
    const reader = readerFor(path);
    if (reader === undefined) throw new UnknownLanguage(path);
    const language = opened.get(reader) ?? reader.open({ tree, isProduct, patienceMs, parsed });
    opened.set(reader, language);
    return language;
  };
  const tests = remember((path) =>
    readable(
      path,
      () => languageAt(path).tests(path),
      (): TestFile => ({ tests: [], tags: [] }),
    ),
  );
  return {
    languageOf,
    problems: remember((path) => {
      const found = languageAt(path).problems(path);
      // Whether its tests come to an end is known when they have been looked at.
      if (found.length === 0) tests(path);
      return tooDeep.has(path) ? [{ line: 1, message: "Nested too deeply, or too entangled, to be read." }] : found;
    }),
    tests,
    imports: remember((path) => languageAt(path).imports(path)),
    exports: remember((path) => languageAt(path).exports(path)),
    passedOn: (path, name) => languageAt(path).passedOn(path, name),
    matchSignature: (question, files) => languageAt(question.path).matchSignature(question, files),
  };
}

function textOf(tree: Tree, path: string): string {
  const text = tree.read(path);
  if (text === undefined) throw new TypeError(`${path} is not a text file of this tree`);
  return text;
}
