import type { JudgedFiles } from "./judged-files.js";
import type { ExportSurface, ImportSite, SyntaxProblem, TestFile } from "./source-file.js";

/** The name of something in another file: its name there, and that file's specifier. */
export type NameOrigin = { readonly specifier: string; readonly original: string };

export type SignatureQuestion = {
  readonly path: string;
  /** An exported name, or a member of one: `Cache.get`. */
  readonly target: string;
  readonly expected: string;
};

/** Two signatures in their normal form, or why they cannot be compared. */
export type SignatureMatch = {
  readonly passed: boolean;
  readonly expected: string;
  readonly actual: string;
  readonly error?: string;
};

/** The files of one tree in one language. Each is parsed once. */
export type OpenedLanguage = {
  problems(path: string): readonly SyntaxProblem[];
  /** The tests of a file with their assertions. */
  tests(path: string): TestFile;
  imports(path: string): readonly ImportSite[];
  exports(path: string): ExportSurface;
  /** The source of a re-exported name. */
  passedOn(path: string, name: string): readonly NameOrigin[];
  /** Compares a signature with the contract's. The name is known to be exported. */
  matchSignature(question: SignatureQuestion, files: JudgedFiles): SignatureMatch;
};
