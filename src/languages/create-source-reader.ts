import type { FileTree } from "./file-tree.js";
import { scriptExports } from "./javascript/imports/script-exports.js";
import { scriptImports } from "./javascript/imports/script-imports.js";
import { parseScript, scriptProblems } from "./javascript/parse-script.js";
import { readScript } from "./javascript/script.js";
import { collectTests } from "./javascript/tests/collect-tests.js";
import { createScriptLibrary } from "./javascript/tests/create-script-library.js";
import { judgedLanguage } from "./language.js";
import { pythonExports } from "./python/imports/python-exports.js";
import { pythonImports } from "./python/imports/python-imports.js";
import { type PythonModule, readPythonModule } from "./python/python-module.js";
import type { PythonParser } from "./python/python-node.js";
import { pythonProblems } from "./python/python-problems.js";
import { collectPythonTests } from "./python/tests/collect-python-tests.js";
import { createPythonLibrary } from "./python/tests/create-python-library.js";
import { remember } from "./remember.js";
import type { TestFile } from "./source-file.js";
import type { SourceReader } from "./source-reader.js";

type Tree = Pick<FileTree, "has" | "read">;

/**
 * A reader over one tree. Without a Python parser, Python is a language that cannot be judged. Helpers of tests are
 * followed into files that serve tests, and never into the product: what it checks of its own callers asserts nothing.
 */
export function createSourceReader(
  tree: Tree,
  parsePython?: PythonParser,
  isProduct: (path: string) => boolean = () => false,
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
  const script = remember((path) => parsed(path, (text) => readScript(path, parseScript(path, text))));
  const module = remember((path): PythonModule => {
    if (parsePython === undefined) throw new TypeError(`${path} was read without a parser for Python`);
    return parsed(path, (text) => readPythonModule(path, text, parsePython(text)));
  });
  const modules = createPythonLibrary({ tree, module, isProduct });
  const isPython = (path: string) => judgedLanguage(path) === "python";
  const exports = remember((path) =>
    isPython(path) ? pythonExports(module(path).root) : scriptExports(script(path).source),
  );
  const scripts = createScriptLibrary({ tree, script, exportsOf: exports, isProduct });
  const tests = remember((path) =>
    readable(
      path,
      () => (isPython(path) ? collectPythonTests(module(path), modules) : collectTests(script(path), scripts)),
      (): TestFile => ({ tests: [], tags: [] }),
    ),
  );
  return {
    languageOf(path) {
      return isPython(path) && parsePython === undefined ? undefined : judgedLanguage(path);
    },
    problems: remember((path) => {
      const found = isPython(path) ? pythonProblems(module(path).root) : scriptProblems(script(path).source);
      // Whether its tests come to an end is known when they have been looked at.
      if (found.length === 0) tests(path);
      return tooDeep.has(path) ? [{ line: 1, message: "Nested too deeply, or too entangled, to be read." }] : found;
    }),
    tests,
    imports: remember((path) =>
      isPython(path) ? pythonImports(module(path).root) : scriptImports(script(path).source),
    ),
    exports,
    python: module,
  };
}

function textOf(tree: Tree, path: string): string {
  const text = tree.read(path);
  if (text === undefined) throw new TypeError(`${path} is not a text file of this tree`);
  return text;
}
