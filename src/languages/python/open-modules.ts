import type { FilesToRead } from "../language-reader.js";
import type { OpenedLanguage } from "../opened-language.js";
import { remember } from "../remember.js";
import { pythonExports } from "./imports/python-exports.js";
import { pythonImports } from "./imports/python-imports.js";
import { pythonParser } from "./python-grammar.js";
import { readPythonModule } from "./python-module.js";
import { pythonProblems } from "./python-problems.js";
import { matchPythonSignature } from "./signatures/match-python-signature.js";
import { collectPythonTests } from "./tests/collect-python-tests.js";
import { createPythonLibrary } from "./tests/create-python-library.js";

/** The modules of one tree. */
export function openModules({ tree, isProduct, patienceMs, parsed }: FilesToRead): OpenedLanguage {
  const parse = pythonParser(patienceMs);
  const module = remember((path) => parsed(path, (text) => readPythonModule(path, text, parse(text))));
  const library = createPythonLibrary({ tree, module, isProduct });
  return {
    problems: (path) => pythonProblems(module(path).root),
    tests: (path) => collectPythonTests(module(path), library),
    imports: (path) => pythonImports(module(path).root),
    exports: (path) => pythonExports(module(path).root),
    passedOn: (path, name) => {
      const binding = module(path).imports.get(name);
      // A module that is imported whole is a name of this file.
      if (binding === undefined || binding.imported === "") return [];
      return [{ specifier: binding.specifier, original: binding.imported }];
    },
    matchSignature: (question, files) => matchPythonSignature(question, { ...files, module }),
  };
}
