import type { InventoriedTest } from "../../domain/gates/gate-report.js";
import type { SourceReader } from "../../languages/source-reader.js";

const MAX_ASSERTS = 200;

/**
 * Every test in a file's source: exactly these must run. Null if the language cannot be judged, which is not the same
 * as a file without tests.
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
