import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasExpression, splitTemplate } from "../../../../src/sandbox/runner/expressions/template.js";

describe("splitting a template", () => {
  it.each([
    ["", []],
    ["plain", [["text", "plain", 0]]],
    ["${{ a }}", [["expression", "a", 0]]],
    [
      "x ${{ a }} y ${{b}}",
      [
        ["text", "x ", 0],
        ["expression", "a", 2],
        ["text", " y ", 10],
        ["expression", "b", 13],
      ],
    ],
    [
      "${{ '}}' }}z",
      [
        ["expression", "'}}'", 0],
        ["text", "z", 11],
      ],
    ],
    ["${{ 'it''s }}' }}", [["expression", "'it''s }}'", 0]]],
    ["$ { { }}", [["text", "$ { { }}", 0]]],
  ])("%j", (text, parts) => {
    expect(splitTemplate(text)?.map(({ kind, text: piece, offset }) => [kind, piece, offset])).toEqual(parts);
  });

  it.each(["${{", "a ${{ b", "${{ '}}", "${{ a }"])("refuses %j, which never closes", (text) => {
    expect(splitTemplate(text)).toBeUndefined();
  });

  it("loses no text outside expressions", () => {
    const piece = fc.string().filter((text) => !text.includes("${{"));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const parts = splitTemplate(pieces.join("${{ x }}")) ?? [];
        expect(parts.map((part) => (part.kind === "text" ? part.text : "${{ x }}")).join("")).toBe(
          pieces.join("${{ x }}"),
        );
      }),
    );
  });

  it("knows whether there is an expression at all", () => {
    expect(hasExpression("${{ a }}")).toBe(true);
    expect(hasExpression("$ {{ a }}")).toBe(false);
  });
});
