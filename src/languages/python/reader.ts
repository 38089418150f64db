import type { LanguageReader } from "../language-reader.js";
import { PYTHON_IMPORTS } from "./imports/import-rules.js";
import { pythonSpecifier } from "./imports/python-specifier.js";
import { mutatePython } from "./mutants/mutate-python.js";
import { openModules } from "./open-modules.js";
import { PYTHON_GRAMMAR } from "./python-grammar.js";
import { PYTHON_LANGUAGES } from "./python-language.js";
import { pythonDeclaration } from "./surface/python-declaration.js";
import { exportsOfPython } from "./surface/python-exports.js";
import { analysePythonImpact } from "./surface/python-impact.js";
import { pythonPlaces } from "./surface/python-places.js";
import { pythonSignatures } from "./surface/python-signatures.js";
import { pythonSurface } from "./surface/python-surface.js";

/** Modules that are never the subject of a test, `pytest`'s internals included. */
const TEST_LIBRARIES = /^(?:pytest|_pytest|unittest|mock|hypothesis|nose)(?:\.|$)/;

/** Python, parsed by a tree-sitter grammar. */
export const pythonReader: LanguageReader = {
  languages: PYTHON_LANGUAGES,
  grammar: PYTHON_GRAMMAR,
  // The parser would be unusable for the next file. It has its own time limit.
  canBeCutOff: false,
  open: openModules,
  imports: PYTHON_IMPORTS,
  exportPatterns: (name) => [
    new RegExp(`^(?:async\\s+)?(?:def|class)\\s+${name}\\b`, "m"),
    new RegExp(`^${name}\\s*(?::[^=\\n]+)?=`, "m"),
  ],
  isTestLibrary: (name) => TEST_LIBRARIES.test(name),
  exportsOf: exportsOfPython,
  declarationOf: (_, text, name) => pythonDeclaration(text, name),
  signaturesOf: pythonSignatures,
  placesOf: pythonPlaces,
  specifierOf: async ({ entry, has }) => pythonSpecifier(entry, await has(`${entry.split("/")[0]}/__init__.py`)),
  mutate: mutatePython,
  impact: analysePythonImpact,
  compiledSurface: { surfaceOf: pythonSurface },
};
