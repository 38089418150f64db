import type { FileTree } from "../../languages/file-tree.js";
import type { SourceReader } from "../../languages/source-reader.js";

/** The finished code that assertions look at. */
export type JudgedFiles = { readonly head: FileTree; readonly sources: SourceReader };
