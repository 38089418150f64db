import { javascriptReader } from "./javascript/reader.js";
import type { LanguageReader } from "./language-reader.js";
import { pythonReader } from "./python/reader.js";

/** The supported languages. A new one is a folder beside these and a row here. */
export const READERS: readonly LanguageReader[] = [javascriptReader, pythonReader];
