import type { Contract } from "../../domain/contract/contract.js";
import type { Deliverable } from "../../domain/debate/amendment-target.js";
import { readExamples } from "../../features/shipping/examples-document.js";
import { declarationOf, exportsOf } from "../../languages/exports/exports.js";
import type { FoundExport } from "../../languages/exports/found-export.js";
import { testsIn } from "../../languages/tests-in.js";

/** A module's work at one moment, by the names that an amendment can use. */
export function deliverableOf(contract: Contract, examples: string, files: ReadonlyMap<string, string>): Deliverable {
  const testText = files.get(contract.test_file) ?? "";
  return {
    contract,
    tests: testTexts(contract.test_file, testText),
    exports: new Map(exportsOf(contract.entry, files).map((found) => [found.name, exportText(found, files)])),
    examples: new Map(readExamples(examples).map(({ title, text }) => [title, text])),
    files,
  };
}

/** A change beside the declaration changes no export. Where the declaration cannot be told, its file stands for it. */
function exportText({ file, original }: FoundExport, files: ReadonlyMap<string, string>): string {
  const text = files.get(file) ?? "";
  return declarationOf(file, text, original) ?? text;
}

/** Each test with its text: from its first line, including tags above it, to the next one's. */
function testTexts(path: string, text: string): Map<string, string> {
  const lines = text.split("\n");
  const tests = testsIn(path, text);
  const starts = tests.map(({ line, clauses }) => Math.min(line, ...clauses.map((clause) => clause.line)));
  return new Map(
    tests.flatMap(({ name, title }, index) => {
      const own = lines.slice((starts[index] ?? 1) - 1, (starts[index + 1] ?? lines.length + 1) - 1).join("\n");
      return [
        [name, own],
        [title, own],
      ] as const;
    }),
  );
}
