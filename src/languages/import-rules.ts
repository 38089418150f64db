import type { FileTree } from "./file-tree.js";
import type { Absent } from "./language-reader.js";
import type { ImportSite } from "./source-file.js";

/**
 * The target of an import: a file of the repository, something installed (`installed`), or nothing, with the reason.
 * `unclear` is what only running a build or a bundler could tell.
 */
export type ImportTarget =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "installed" }
  | { readonly kind: "unclear"; readonly why: string }
  | { readonly kind: "nowhere"; readonly why: string };

/** The facts for judging imports. */
export type ImportPlace = {
  readonly tree: Pick<FileTree, "has" | "read" | "paths">;
  /** Packages that a plan declares but no manifest lists yet. */
  readonly declared: readonly string[];
};

/** How a language resolves imports to files. */
export type ImportRules = {
  /** The file of the repository that an import refers to; undefined for packages and missing files. */
  resolve(from: string, specifier: string, tree: Pick<FileTree, "has">): string | undefined;
  /** The target of an import of a file, packages and aliases included. */
  targetsOf(from: string, place: ImportPlace): (site: ImportSite) => ImportTarget;
  /** The imported names that the file itself must export. */
  namesAsked(from: string, site: ImportSite, tree: Pick<FileTree, "has">): readonly string[];
  /** Whether a file exports a name without declaring it. `offered` is null for a file that is not written yet. */
  isImplied(name: string, path: string, offered: ReadonlySet<string> | null): boolean;
  /** The files that say what another one exports, besides itself: declarations beside compiled code. */
  declaredBeside(path: string, tree: Pick<FileTree, "has">): readonly string[];
  /** The effects of a file on a name that others import from it. */
  readonly verb: "export" | "define";
  /** The path of a missing file that an import names. Absent in languages whose imports do not name files. */
  readonly missingFile: ((from: string, specifier: string, tree: ImportPlace["tree"]) => string | undefined) | Absent;
};
