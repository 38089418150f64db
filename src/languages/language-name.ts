import { extensionOf } from "./paths.js";
import { languageOf } from "./reader-for.js";

/** The names of languages without a reader, so that a person can accept them by name in the configuration. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["go", "go"],
  ["rs", "rust"],
  ["java", "java"],
  ["kt", "kotlin"],
  ["rb", "ruby"],
  ["php", "php"],
  ["cs", "csharp"],
  ["swift", "swift"],
  ["c", "c"],
  ["h", "c"],
  ["cc", "cpp"],
  ["cpp", "cpp"],
  ["scala", "scala"],
  ["ex", "elixir"],
  ["exs", "elixir"],
]);

/** The language's name, or the extension if it has none here. */
export function languageName(path: string): string {
  const extension = extensionOf(path);
  return languageOf(path) ?? NAMES.get(extension) ?? (extension === "" ? "a file without extension" : extension);
}
