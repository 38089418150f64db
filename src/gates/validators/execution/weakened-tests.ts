import { createSourceReader } from "../../../languages/create-source-reader.js";
import type { TestCase } from "../../../languages/source-file.js";
import type { GateContext } from "../../gate-context.js";
import type { Place } from "../../validator.js";
import { shows } from "../contract/evidence.js";

/**
 * Tests of other files that this change takes away or weakens: gone, skipped, or with less that shows something. A file
 * that the manifest deletes goes with its tests (decisions.md#locked-at-red).
 */
export function weakenedTests({ diff, manifest, base, head, sources, committedByLoop }: GateContext): Place[] {
  const before = createSourceReader(base);
  const deleted = new Set(manifest.files.filter(({ action }) => action === "DELETE").map(({ path }) => path));
  return diff.flatMap(({ path, blob }) => {
    const isOther = path !== manifest.testFile && !deleted.has(path) && base.read(path) !== undefined;
    const isLoops = blob !== null && committedByLoop.get(path) === blob;
    if (!isOther || isLoops || before.languageOf(path) === undefined || before.problems(path).length > 0) return [];
    const tests = before.tests(path).tests.filter((test) => !test.skipped && shows(test));
    if (tests.length === 0) return [];
    if (head.read(path) === undefined) return [{ path, line: 1, message: `Its ${tests.length} test(s) are gone` }];
    if (sources.problems(path).length > 0) return [{ path, line: 1, message: "It does not parse any more" }];
    const now = sources.tests(path).tests;
    return tests.flatMap((test) => weakness(test, now) ?? []).map((found) => ({ path, ...found }));
  });
}

function weakness(test: TestCase, tests: readonly TestCase[]): { line: number; message: string } | undefined {
  const same = tests.filter(({ name }) => name === test.name);
  const [first] = same;
  if (first === undefined) return { line: 1, message: `The test "${test.name}" is gone` };
  const { line } = first;
  if (same.every(({ skipped }) => skipped)) return { line, message: `"${test.name}" is skipped now` };
  if (test.conditional !== true && same.every(({ conditional }) => conditional === true)) {
    return { line, message: `"${test.name}" is registered only under a condition now` };
  }
  if (!same.some(shows)) return { line, message: `"${test.name}" shows nothing any more` };
  const most = Math.max(...same.map(countShown));
  const lost = countShown(test) - most;
  return lost > 0 ? { line, message: `"${test.name}" has ${lost} assertion(s) less that show something` } : undefined;
}

function countShown({ assertions }: TestCase): number {
  return assertions.filter((assertion) => shows({ assertions: [assertion] })).length;
}
