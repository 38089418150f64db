import type { FileTree } from "./file-tree.js";
import type { SourceReader } from "./source-reader.js";

/** The finished code that assertions check. */
export type JudgedFiles = { readonly head: FileTree; readonly sources: SourceReader };
