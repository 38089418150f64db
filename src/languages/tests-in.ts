import "./grammars/all-loaded.js";
import { createSourceReader } from "./create-source-reader.js";
import { readerFor } from "./reader-for.js";
import type { TestCase } from "./source-file.js";
import { withinBounds } from "./within-bounds.js";

/** The App must answer other requests while it reads. */
const PATIENCE_MS = 1_000;

/** The tests of one file; none if its grammar is not loaded, or if it cannot be read. */
export function testsIn(path: string, text: string): readonly TestCase[] {
  const language = readerFor(path);
  if (language === undefined) return [];
  const only = {
    has: (candidate: string) => candidate === path,
    read: (candidate: string) => (candidate === path ? text : undefined),
  };
  const sources = createSourceReader(only, { patienceMs: PATIENCE_MS });
  const read = () => (sources.problems(path).length > 0 ? [] : sources.tests(path).tests);
  return (language.canBeCutOff ? withinBounds(read) : read()) ?? [];
}
