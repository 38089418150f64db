/** A range of lines that declares a symbol, both included, counted from 1. */
export type SymbolPlace = { readonly first: number; readonly last: number };
