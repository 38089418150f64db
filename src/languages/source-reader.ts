import type { PythonModule } from "./python/python-module.js";
import type { ExportSurface, ImportSite, Language, SyntaxProblem, TestFile } from "./source-file.js";

/** Reads the sources of one tree by their grammar. Each file is parsed once, whoever asks and however often. */
export type SourceReader = {
  /** Undefined where no grammar is at hand: then nothing below may be asked. */
  languageOf(path: string): Language | undefined;
  problems(path: string): readonly SyntaxProblem[];
  tests(path: string): TestFile;
  imports(path: string): readonly ImportSite[];
  exports(path: string): ExportSurface;
  /** A file of Python with its tree. */
  python(path: string): PythonModule;
};
