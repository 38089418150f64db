import type { ts } from "../../compiler.js";
import { withinBounds } from "../../within-bounds.js";
import { parseScript } from "../parse-script.js";
import { isScript } from "../script-languages.js";

/** About five thousand lines. The App answers others meanwhile, and no file may hold it for seconds. */
const MAX_LENGTH = 200_000;

/**
 * Reads a JavaScript or TypeScript file by its syntax alone; undefined in any other language, and where it is too long, too
 * deeply nested or too entangled for any reader: nothing can be said about such a file, and work goes on without.
 */
export function withScript<T>(path: string, text: string, read: (source: ts.SourceFile) => T): T | undefined {
  if (!isScript(path) || text.length > MAX_LENGTH) return undefined;
  return withinBounds(() => read(parseScript(path, text)));
}
