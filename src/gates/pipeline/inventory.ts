import type { InventoriedTest } from "../../domain/gates/gate-report.js";
import type { SourceReader } from "../source/source-reader.js";

const MAX_ASSERTS = 200;

/** Every test of a file as it is written: what must run, and no other. Empty where the language cannot be judged. */
export function inventoryOf(sources: SourceReader, testFile: string): InventoriedTest[] {
  if (sources.languageOf(testFile) === undefined || sources.problems(testFile).length > 0) return [];
  return sources.tests(testFile).tests.map(({ name, clauses, assertions }) => ({
    name: name.slice(0, 1_000),
    clauses: [...new Set(clauses.map(({ clauseId }) => clauseId))].slice(0, 100),
    asserts: assertions.slice(0, MAX_ASSERTS).map(({ text }) => text.slice(0, 300)),
  }));
}
