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
  /** Helpers of tests are followed into test files, never into the product: the product's checks are no assertions. */
  readonly isProduct?: (path: string) => boolean;
  readonly patienceMs?: number;
};

/** A grammar takes long over text that is not of its language. A gate run serves no other request, so it can wait. */
const PATIENCE_MS = 10_000;

/** The caller asked for tests or names of a file without a reader. No language is read as another one. */
class UnknownLanguage extends TypeError {
  constructor(path: string) {
    super(`${path} cannot be read: there is no reader for ${languageName(path)}`);
  }
}

/** A reader over one tree. The grammars of its languages are loaded before (`load-grammars.ts`). */
export function createSourceReader(
  tree: Tree,
  { isProduct = () => false, patienceMs = PATIENCE_MS }: ReadingOptions = {},
): SourceReader {
  const tooDeep = new Set<string>();
  /** Extreme nesting overflows any reader. Such a file is read as empty, and is reported as a problem. */
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
      (): TestFile => ({ tests: [], outside: [], tags: [] }),
    ),
  );
  return {
    languageOf,
    problems: remember((path) => {
      const found = languageAt(path).problems(path);
      // Whether reading its tests can finish is known only after the attempt.
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
