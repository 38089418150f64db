import { isAbsent, type LanguageReader } from "../language-reader.js";
import { readerFor } from "../reader-for.js";

/** Loads only what is needed to read these files, because a grammar takes time to load. */
export async function loadGrammarsFor(paths: Iterable<string>): Promise<void> {
  const needed = new Set<LanguageReader>();
  for (const path of paths) {
    const reader = readerFor(path);
    if (reader !== undefined) needed.add(reader);
  }
  await loadGrammars([...needed]);
}

export async function loadGrammars(readers: readonly LanguageReader[]): Promise<void> {
  await Promise.all(readers.map(({ grammar }) => (isAbsent(grammar) ? undefined : grammar.load())));
}
