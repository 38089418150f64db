import type { FileTree } from "./file-tree.js";
import type { LanguageReader } from "./language-reader.js";
import { extensionOf } from "./paths.js";
import { READERS } from "./readers.js";

/** The only way to choose a reader. Undefined for a language without a reader: it is never read as another one. */
export function readerFor(path: string): LanguageReader | undefined {
  const extension = extensionOf(path);
  return READERS.find(({ languages }) => languages.has(extension));
}

/** The name of a file's language, if it has a reader. */
export function languageOf(path: string): string | undefined {
  return readerFor(path)?.languages.get(extensionOf(path));
}

/** The file of the repository that an import refers to. */
export function resolveImport(from: string, specifier: string, tree: Pick<FileTree, "has">): string | undefined {
  return readerFor(from)?.imports.resolve(from, specifier, tree);
}
