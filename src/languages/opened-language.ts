import type { JudgedFiles } from "./judged-files.js";
import type { ExportSurface, ImportSite, SyntaxProblem, TestFile } from "./source-file.js";

/** The name of something in another file: what it is called there, and how that file is named. */
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
  /** Where a name comes from that a file offers and has from another one. */
  passedOn(path: string, name: string): readonly NameOrigin[];
  /** Holds a signature against the one that a contract writes. The name is known to be exported. */
  matchSignature(question: SignatureQuestion, files: JudgedFiles): SignatureMatch;
};
