import type { FilesToRead } from "../language-reader.js";
import type { OpenedLanguage } from "../opened-language.js";
import { remember } from "../remember.js";
import { scriptExports } from "./imports/script-exports.js";
import { scriptImports } from "./imports/script-imports.js";
import { parseScript, scriptProblems } from "./parse-script.js";
import { readScript } from "./script.js";
import { matchScriptSignature } from "./signatures/match-script-signature.js";
import { collectTests } from "./tests/collect-tests.js";
import { createScriptLibrary } from "./tests/create-script-library.js";

/** The scripts of one tree. */
export function openScripts({ tree, isProduct, parsed }: FilesToRead): OpenedLanguage {
  const script = remember((path) => parsed(path, (text) => readScript(path, parseScript(path, text))));
  const exports = remember((path) => scriptExports(script(path).source));
  const library = createScriptLibrary({ tree, script, exportsOf: exports, isProduct });
  return {
    problems: (path) => scriptProblems(script(path).source),
    tests: (path) => collectTests(script(path), library),
    imports: (path) => scriptImports(script(path).source),
    exports,
    passedOn: (path, name) => exports(path).passedOn.filter((link) => link.name === name),
    matchSignature: matchScriptSignature,
  };
}
