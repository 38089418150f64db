import type { LanguageReader } from "../language-reader.js";
import { SCRIPT_IMPORTS } from "./imports/import-rules.js";
import { importSpecifier } from "./imports/import-specifier.js";
import { mutateScript } from "./mutants/mutate-script.js";
import { openScripts } from "./open-scripts.js";
import { SCRIPT_LANGUAGES } from "./script-languages.js";
import { scriptDeclaration } from "./surface/script-declaration.js";
import { exportsOfScript } from "./surface/script-exports.js";
import { analyseScriptImpact } from "./surface/script-impact.js";
import { scriptPlaces } from "./surface/script-places.js";
import { scriptSignatures } from "./surface/script-signatures.js";
import { TEST_LIBRARIES } from "./tests/assertion-words.js";

/** JavaScript and TypeScript, read by the TypeScript compiler. */
export const javascriptReader: LanguageReader = {
  languages: SCRIPT_LANGUAGES,
  grammar: { none: "the compiler is a library, and is loaded by the first file that is read" },
  canBeCutOff: true,
  open: openScripts,
  imports: SCRIPT_IMPORTS,
  exportPatterns: (name) => [
    new RegExp(
      `^[ \\t]*export\\s+(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+)?(?:async\\s+)?(?:const\\s+enum|const|let|var|function\\s*\\*?|class|interface|type|enum|namespace)\\s+${name}(?![\\w$])`,
      "m",
    ),
  ],
  isTestLibrary: (name) => TEST_LIBRARIES.has(name),
  exportsOf: exportsOfScript,
  declarationOf: scriptDeclaration,
  signaturesOf: scriptSignatures,
  placesOf: scriptPlaces,
  // An import is relative to the file that it stands in.
  specifierOf: async ({ entry, importer }) => (importer === null ? undefined : importSpecifier(importer, entry)),
  mutate: mutateScript,
  impact: analyseScriptImpact,
  compiledSurface: { compiled: true },
};
