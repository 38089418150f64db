import type { OpenedLanguage } from "./opened-language.js";

/** Reads the sources of one tree, each by the reader of its language. Each file is parsed once. */
export type SourceReader = OpenedLanguage & {
  /** Undefined if no reader has the language. Then everything else throws an `UnknownLanguage`. */
  languageOf(path: string): string | undefined;
};
