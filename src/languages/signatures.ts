import "./grammars/all-loaded.js";
import { readerFor } from "./reader-for.js";

/**
 * The exports of a file as declarations: names, parameters and types, without bodies, initial values and comments.
 * Undefined if the language cannot be read.
 */
export function signaturesOf(path: string, text: string): readonly string[] | undefined {
  return readerFor(path)?.signaturesOf(path, text);
}
