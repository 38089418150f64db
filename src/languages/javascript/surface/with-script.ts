import type { ts } from "../../compiler.js";
import { withinBounds } from "../../within-bounds.js";
import { parseScript } from "../parse-script.js";
import { isScript } from "../script-languages.js";

/** About five thousand lines. The App serves other requests meanwhile, so no file may block it for seconds. */
const MAX_LENGTH = 200_000;

/**
 * Reads a JavaScript or TypeScript file by its syntax alone. Undefined in other languages, and for a file that is too
 * long, too deeply nested or too complex. Nothing is known of such a file, and work continues without it.
 */
export function withScript<T>(path: string, text: string, read: (source: ts.SourceFile) => T): T | undefined {
  if (!isScript(path) || text.length > MAX_LENGTH) return undefined;
  return withinBounds(() => read(parseScript(path, text)));
}
