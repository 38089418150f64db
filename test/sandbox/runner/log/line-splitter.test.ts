import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter } from "../../../../src/sandbox/runner/log/line-splitter.js";

const split = (chunks: readonly string[], maxLength = 1000): [string, number][] => {
  const lines: [string, number][] = [];
  const splitter = createLineSplitter(maxLength, (line, overflow) => void lines.push([line, overflow]));
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
};

describe("a line splitter", () => {
  it.each([
    [["a\nb\n"], ["a", "b"]],
    [["a\nb"], ["a", "b"]],
    [
      ["a", "b\nc"],
      ["ab", "c"],
    ],
    [["\n\n"], ["", ""]],
    [["a\r\nb\r\n"], ["a", "b"]],
    [["a\rb\n"], ["a\rb"]],
    [[], []],
    [[""], []],
  ])("%j gives %j", (chunks, lines) => {
    expect(split(chunks)).toEqual(lines.map((line) => [line, 0]));
  });

  it("gives the same lines however the text is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (chunks) => {
        expect(split(chunks)).toEqual(split([chunks.join("")]));
      }),
    );
  });

  it.each([
    [["abc\n"], ["abc", 0]],
    [["abcd\n"], ["abc", 1]],
    [
      ["ab", "cd", "ef\n"],
      ["abc", 3],
    ],
    [["abcdef"], ["abc", 3]],
  ])("keeps three characters of %j and counts the rest", (chunks, expected) => {
    expect(split(chunks, 3)).toEqual([expected]);
  });

  it("starts afresh after a long line", () => {
    expect(split(["abcdef\ngh\n"], 3)).toEqual([
      ["abc", 3],
      ["gh", 0],
    ]);
  });
});
