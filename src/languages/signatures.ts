import "./grammars/all-loaded.js";
import { readerFor } from "./reader-for.js";

/**
 * What a file offers, as declarations: names, parameters and types, never a body, an initial value or a comment.
 * Undefined where the language cannot be read.
 */
export function signaturesOf(path: string, text: string): readonly string[] | undefined {
  return readerFor(path)?.signaturesOf(path, text);
}
