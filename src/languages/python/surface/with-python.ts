import { withinBounds } from "../../within-bounds.js";
import { pythonParser } from "../python-grammar.js";
import type { PythonNode } from "../python-node.js";

/** The App must answer other requests while it reads. */
const PATIENCE_MS = 1_000;

/** The same grammar as in the gates. */
const parsePython = pythonParser(PATIENCE_MS);

/** About five thousand lines. The App answers other requests meanwhile, so no file may block it for seconds. */
const MAX_LENGTH = 200_000;

/**
 * Parses a Python file; undefined if it is too long, too deeply nested or too complex. The parser itself is never
 * interrupted, because it would be unusable for the next file.
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
