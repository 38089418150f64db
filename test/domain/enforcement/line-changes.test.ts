import { describe, expect, it } from "vitest";
import { lineChanges } from "../../../src/domain/enforcement/line-changes.js";

const many = (word: string) => Array.from({ length: 1_100 }, (_, index) => `${word} ${index}`).join("\n");

describe("the lines of a change", () => {
  it.each<[string, string | undefined, string | undefined, number, number]>([
    ["a new file", undefined, "a\nb\n", 2, 0],
    ["a removed file", "a\nb\n", undefined, 0, 2],
    ["an empty file", undefined, "", 0, 0],
    ["the same file", "a\nb", "a\nb\n", 0, 0],
    ["a changed line", "a\nb\nc\n", "a\nx\nc\n", 1, 1],
    ["a line between others", "a\nc\n", "a\nb\nc\n", 1, 0],
    ["a line that was repeated", "a\na\n", "a\na\na\n", 1, 0],
    ["moved lines", "a\nb\nc\n", "c\na\nb\n", 1, 1],
    ["two changes", "a\nb\nc\nd\n", "x\nb\nc\ny\nz\n", 3, 2],
    ["more lines than are compared in order", many("old"), `${many("new")}\nold 5\nend`, 1_101, 1_099],
  ])("are counted as a diff counts them: %s", (_what, before, after, additions, deletions) => {
    expect(lineChanges(before, after)).toEqual({ additions, deletions });
  });
});
