import { judgedLanguage } from "../../../gates/source/language.js";
import { loadPythonParser, readPythonGrammar } from "../../../gates/source/python/load-python-parser.js";
import type { PythonNode } from "../../../gates/source/python/python-node.js";

/** The grammar that the gates read Python by, loaded once for the process: what is shown of a file cannot wait for it. */
export const parsePython = await loadPythonParser(await readPythonGrammar());

/** About five thousand lines. Whoever runs this answers others meanwhile, and no file may hold it for seconds. */
const MAX_LENGTH = 200_000;

export function isPython(path: string): boolean {
  return judgedLanguage(path) === "python";
}

/** Reads a file of Python by its grammar; undefined when it is too long, or nested too deeply for any reader. */
export function withPython<T>(text: string, read: (root: PythonNode) => T): T | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    return read(parsePython(text));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
