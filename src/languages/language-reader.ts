import type { CompiledSurface, SurfaceQuestion } from "../domain/contract/compiled-surface.js";
import type { FoundExport, Sources } from "./exports/found-export.js";
import type { FileTree } from "./file-tree.js";
import type { Impact, ImpactQuestion } from "./impact.js";
import type { ImportRules } from "./import-rules.js";
import type { MutableFile } from "./mutants/mutant.js";
import type { OpenedLanguage } from "./opened-language.js";
import type { SymbolPlace } from "./symbol-place.js";

/** A part that a language does not have, and why. */
export type Absent = { readonly none: string };

export function isAbsent(part: object): part is Absent {
  return "none" in part;
}

/** The files of one tree, for the reader of a language. */
export type FilesToRead = {
  readonly tree: Pick<FileTree, "has" | "read">;
  /** Whether a file belongs to the judged product: helpers of tests are never followed into it. */
  readonly isProduct: (path: string) => boolean;
  /** The time limit for one file, if the parser supports one. */
  readonly patienceMs: number;
  /** Parses a file. An unreadable one (a RangeError) counts as empty, and is reported as a problem. */
  parsed<T>(path: string, read: (text: string) => T): T;
};

/** What must be loaded before a file is read. */
export type Grammar = {
  /** By package name. A bundle has copies of them beside it. */
  readonly files: readonly string[];
  load(): Promise<void>;
};

/** The names of a repository file in its importers. */
type SpecifierQuestion = {
  readonly entry: string;
  /** The importing file; null before there is one. */
  readonly importer: string | null;
  readonly has: (path: string) => Promise<boolean>;
};

/**
 * Everything that the factory needs to know of a language. Each language has one folder and one row in `readers.ts`. No
 * other code decides by a file's extension. An optional part says why it is missing.
 */
export type LanguageReader = {
  /** The file extensions, in lower case, and the language's name in the configuration. */
  readonly languages: ReadonlyMap<string, string>;
  /** Absent if the parser needs no files of its own. */
  readonly grammar: Grammar | Absent;
  /** Whether parsing may be interrupted. A parser that keeps its position would be unusable afterwards. */
  readonly canBeCutOff: boolean;

  /** Opens a tree: how its files are parsed, their problems, tests, assertions, imports, exports and signatures. */
  open(files: FilesToRead): OpenedLanguage;
  readonly imports: ImportRules;
  /** The form of an exported name's declaration, by its text alone. The name is safe in a regular expression. */
  exportPatterns(name: string): readonly RegExp[];
  /** Whether a module with this name runs tests or has assertions. */
  isTestLibrary(name: string): boolean;

  /** The exports of a file, and where each was declared. Empty if the file cannot be read. */
  exportsOf(path: string, sources: Sources): readonly FoundExport[];
  /** The text of a name's declarations in a file. Undefined if it has none there or the file cannot be read. */
  declarationOf(path: string, text: string, name: string): string | undefined;
  /** The exports of a file as declarations without bodies, for a summary. Undefined if the file cannot be read. */
  signaturesOf(path: string, text: string): readonly string[] | undefined;
  /** Where a file declares a name such as `Command.option`, in lines. Undefined if the file cannot be read. */
  placesOf(path: string, text: string, symbol: string): readonly SymbolPlace[] | undefined;
  /**
   * The small mistakes that the tests of a file should notice. Undefined if the file cannot be read. Absent if the
   * language cannot be changed like this: then nobody knows whether its tests notice anything.
   */
  readonly mutate: ((path: string, text: string) => MutableFile | undefined) | Absent;
  /** The module specifier of a file's importers. Undefined if it is not known. */
  specifierOf(question: SpecifierQuestion): Promise<string | undefined>;
  /**
   * Finds the users of what will be modified. Absent if uses cannot be found: the role is told to search for them
   * itself.
   */
  readonly impact: ((question: ImpactQuestion) => Promise<Impact>) | Absent;
  /**
   * How ship learns what an entry offers: from a compiler beside the App, or from the source at once. Absent with the
   * words that stand in the evidence instead.
   */
  readonly compiledSurface:
    | { readonly compiled: true }
    | { readonly surfaceOf: (question: SurfaceQuestion) => CompiledSurface }
    | Absent;
};
