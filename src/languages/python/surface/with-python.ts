import { withinBounds } from "../../within-bounds.js";
import { pythonParser } from "../python-grammar.js";
import type { PythonNode } from "../python-node.js";

/** The App has others to answer while it reads. */
const PATIENCE_MS = 1_000;

/** The grammar that the gates read Python by, too. */
const parsePython = pythonParser(PATIENCE_MS);

/** About five thousand lines. The App answers others meanwhile, and no file may hold it for seconds. */
const MAX_LENGTH = 200_000;

/**
 * Reads a file of Python by its grammar; undefined when it is too long, too deeply nested or too entangled for any reader. The
 * parser itself is never cut off in the middle, which would leave it of no use for the next file.
 */
export function withPython<T>(text: string, read: (root: PythonNode) => T): T | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const root = parsed(text);
  return root === undefined ? undefined : withinBounds(() => read(root));
}

function parsed(text: string): PythonNode | undefined {
  try {
    return parsePython(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
