import type { OpenedLanguage } from "./opened-language.js";

/** Reads the sources of one tree, each by the reader of its language. Each file is parsed once, however often it is asked for. */
export type SourceReader = OpenedLanguage & {
  /** Undefined where no reader knows the language: then everything else throws an `UnknownLanguage`. */
  languageOf(path: string): string | undefined;
};
