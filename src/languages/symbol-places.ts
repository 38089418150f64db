import "./grammars/all-loaded.js";
import { readerFor } from "./reader-for.js";
import type { SymbolPlace } from "./symbol-place.js";

/** Where a file declares a symbol. Undefined if the language, or this file, cannot be read. */
export function symbolPlaces(path: string, text: string, symbol: string): readonly SymbolPlace[] | undefined {
  return readerFor(path)?.placesOf(path, text, symbol);
}
