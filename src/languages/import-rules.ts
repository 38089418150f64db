import type { FileTree } from "./file-tree.js";
import type { Absent } from "./language-reader.js";
import type { ImportSite } from "./source-file.js";

/** Where an import leads: to a file of the repository, to what needs no file of it (`installed`), or nowhere, and why. */
export type ImportTarget =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "installed" }
  | { readonly kind: "nowhere"; readonly why: string };

/** What is known of the place that imports are judged in. */
export type ImportPlace = {
  readonly tree: Pick<FileTree, "has" | "read" | "paths">;
  /** Packages that a plan declares, and that no manifest names yet. */
  readonly declared: readonly string[];
};

/** How a language's imports lead to files. */
export type ImportRules = {
  /** The file of the repository that an import means, undefined for packages and for what is not there. */
  resolve(from: string, specifier: string, tree: Pick<FileTree, "has">): string | undefined;
  /** Where the imports of one file lead, its packages and aliases included. */
  targetsOf(from: string, place: ImportPlace): (site: ImportSite) => ImportTarget;
  /** Of the names that an import asks for, those that the file itself has to offer. */
  namesAsked(from: string, site: ImportSite, tree: Pick<FileTree, "has">): readonly string[];
  /** Whether a file offers a name without saying so. `offered` is null for a file that is still to be written. */
  isImplied(name: string, path: string, offered: ReadonlySet<string> | null): boolean;
  /** What a file does to a name that others import from it. */
  readonly verb: "export" | "define";
  /** The path of a file that an import asks for and that is not there. Absent where imports do not name files. */
  readonly missingFile: ((from: string, specifier: string, tree: Pick<FileTree, "has">) => string | undefined) | Absent;
};
