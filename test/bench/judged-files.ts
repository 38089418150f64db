/** How many test files are judged, each with its subject. */
export const TEST_FILES = 1_000;

const testFile = (index: number): string => `import { expect, it, describe } from "vitest";
import { subject${index} } from "./subject-${index}.js";

describe("subject ${index}", () => {
  // @clause CL-HAPPY-001
  it("answers", () => {
    const answer = subject${index}(${index});
    expect(answer).toBe(${index + 1});
  });
  // @clause CL-ERROR-001
  it("refuses what is no number", () => {
    expect(() => subject${index}(Number.NaN)).toThrow(RangeError);
  });
});
`;
const subject = (index: number): string => `export function subject${index}(value: number): number {
  if (Number.isNaN(value)) throw new RangeError("no number");
  return value + 1;
}
`;

/** A thousand small test files of vitest and what they test, by path. */
export function testFiles(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (let index = 0; index < TEST_FILES; index += 1) {
    texts.set(`t/a-${index}.test.ts`, testFile(index));
    texts.set(`t/subject-${index}.ts`, subject(index));
  }
  return texts;
}
