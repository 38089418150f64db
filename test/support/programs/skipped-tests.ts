import type { TestCase, TestModule, TestSuite } from "vitest/node";
import { howToGet } from "./missing-programs.js";
import { PROGRAM_NAMES, type ProgramName } from "./program-table.js";

/** A test that did not run because a program is missing. */
export type SkippedTest = { readonly program: ProgramName; readonly file: string; readonly group: string };

export function skippedTests(modules: readonly TestModule[], missing: readonly ProgramName[]): SkippedTest[] {
  return modules.flatMap((module) =>
    [...module.children.allTests("skipped")].flatMap((test) => {
      const program = missing.find((name) => test.tags.includes(name));
      return program === undefined ? [] : [{ program, file: module.relativeModuleId, group: groupOf(test, program) }];
    }),
  );
}

/** The outermost group or test that names the program. */
function groupOf(test: TestCase | TestSuite, program: ProgramName): string {
  const { parent } = test;
  return parent.type === "suite" && parent.options.tags?.includes(program) ? groupOf(parent, program) : test.fullName;
}

/** The text at the end of a run: how many tests were skipped by program, and which. */
export function describeSkipped(skipped: readonly SkippedTest[]): string {
  if (skipped.length === 0) return "0 tests skipped for want of a program";
  const programs = PROGRAM_NAMES.filter((name) => skipped.some(({ program }) => program === name));
  const lines = programs.flatMap((program) => {
    const tests = skipped.filter((test) => test.program === program);
    const places = tests.map(({ file, group }) => `${file} > ${group}`);
    const groups = [...new Set(places)].map((place) => [place, places.filter((other) => other === place).length]);
    return [
      `  ${counted(tests.length)} ${tests.length === 1 ? "needs" : "need"} ${howToGet(program)}`,
      ...groups.map(([place, number]) => `    ${place} (${number})`),
    ];
  });
  return [`${counted(skipped.length)} skipped for want of a program:`, ...lines].join("\n");
}

const counted = (tests: number): string => `${tests} ${tests === 1 ? "test" : "tests"}`;
