import "./grammars/all-loaded.js";
import { readerFor } from "./reader-for.js";

/**
 * The text of a name's declarations at the top of a file, with the documentation above them: all overloads, but no code
 * beside them. Undefined if the language cannot be read or the name is not declared there.
 */
export function declarationOf(path: string, text: string, name: string): string | undefined {
  return readerFor(path)?.declarationOf(path, text, name);
}
