import type { InventoriedTest } from "../../domain/gates/gate-report.js";
import type { SourceReader } from "../../languages/source-reader.js";

const MAX_ASSERTS = 200;

/**
 * Every test of a file as it is written: what must run, and no other. Null where the language cannot be judged: that
 * nobody can read the file is something else than that it holds no test.
 */
export function inventoryOf(sources: SourceReader, testFile: string): InventoriedTest[] | null {
  if (sources.languageOf(testFile) === undefined) return null;
  if (sources.problems(testFile).length > 0) return [];
  return sources.tests(testFile).tests.map(({ name, clauses, assertions }) => ({
    name: name.slice(0, 1_000),
    clauses: [...new Set(clauses.map(({ clauseId }) => clauseId))].slice(0, 100),
    asserts: assertions.slice(0, MAX_ASSERTS).map(({ text }) => text.slice(0, 300)),
  }));
}
