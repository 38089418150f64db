import type { FileTree } from "./file-tree.js";
import type { FoundExport, Sources } from "./found-export.js";
import type { Impact, ImpactQuestion } from "./impact.js";
import type { ImportRules } from "./import-rules.js";
import type { OpenedLanguage } from "./opened-language.js";

/** A part that a language does not have, and why. */
export type Absent = { readonly none: string };

export function isAbsent(part: object): part is Absent {
  return "none" in part;
}

/** The files of one tree, as a language opens them to read them. */
export type FilesToRead = {
  readonly tree: Pick<FileTree, "has" | "read">;
  /** Whether a file is what is judged: helpers of tests are never followed into it. */
  readonly isProduct: (path: string) => boolean;
  /** How long one file may take, where a parser can be told. */
  readonly patienceMs: number;
  /** Reads a file's text. One that no reader gets through (a RangeError) is read as empty, and is a problem of its own. */
  parsed<T>(path: string, read: (text: string) => T): T;
};

/** What has to be loaded before a file is read. */
export type Grammar = {
  /** As packages name them; a bundle has copies of them beside it. */
  readonly files: readonly string[];
  load(): Promise<void>;
};

/** Names for a file of the repository, as its importers write them. */
type SpecifierQuestion = {
  readonly entry: string;
  /** The file that would import it; null before there is one. */
  readonly importer: string | null;
  readonly has: (path: string) => Promise<boolean>;
};

/**
 * Everything that the factory wants to know of a language. There is one folder for each language and one row for it in
 * `readers.ts`; nobody else decides by what a file's name ends with. A part that a language may lack says why it does.
 */
export type LanguageReader = {
  /** The ends of its files' names, in lower case, and what the language of such a file is called in the configuration. */
  readonly languages: ReadonlyMap<string, string>;
  /** Absent where the parser needs no files of its own. */
  readonly grammar: Grammar | Absent;
  /** Whether reading may be cut off in the middle. A parser that keeps its place would be of no use afterwards. */
  readonly canBeCutOff: boolean;

  /** Opens a tree: how its files are parsed, their problems, tests, assertions, imports, exports and signatures. */
  open(files: FilesToRead): OpenedLanguage;
  readonly imports: ImportRules;
  /** What the declaration of an exported name looks like, by its text alone. The name is safe in a regular expression. */
  exportPatterns(name: string): readonly RegExp[];
  /** Whether a module by this name runs tests or asserts something in them. */
  isTestLibrary(name: string): boolean;

  /** What a file exports, and where that was declared. Empty where no reader gets through. */
  exportsOf(path: string, sources: Sources): readonly FoundExport[];
  /** What a file offers, as declarations without bodies; a summary is made of them. Undefined where no reader gets through. */
  signaturesOf(path: string, text: string): readonly string[] | undefined;
  /** What stands behind `from` in an import of a file. Undefined where it cannot be told. */
  specifierOf(question: SpecifierQuestion): Promise<string | undefined>;
  /** Who uses what is to be modified. Absent where uses cannot be found: the role is told to look for them itself. */
  readonly impact: ((question: ImpactQuestion) => Promise<Impact>) | Absent;
  /** Whether a compiler says at ship what an entry offers. Absent with the words that stand in the evidence instead. */
  readonly compiledSurface: { readonly compiled: true } | Absent;
};
