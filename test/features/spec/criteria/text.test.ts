import { describe, expect, it } from "vitest";
import { Dimension, Line, Prose } from "../../../../src/features/spec/criteria/text.js";

const messages = (schema: typeof Line, text: string) =>
  schema.safeParse(text).error?.issues.map((issue) => issue.message) ?? [];

describe.each([
  ["a name", Line],
  ["prose", Prose],
  ["a dimension", Dimension],
])("%s", (_, schema) => {
  it.each(["", "  ", "\u200b"])("is not empty (%j)", (text) => {
    expect(messages(schema, text)).toEqual(["is empty"]);
  });

  it.each([
    ["a\rb", "U+000D"],
    ["a\u0000b", "U+0000"],
    ["a\u007fb", "U+007F"],
    ["a\ud800b", "U+D800"],
  ])("has no unprintable characters (%j)", (text, codePoint) => {
    expect(messages(schema, text)).toEqual([`has the unprintable character ${codePoint}; remove it`]);
  });

  it.each(["a\tb", "e\u0301 😀 登录"])("may be %j", (text) => {
    expect(schema.parse(text)).toBe(text);
  });
});

it("a schema of texts keeps a name on one line, and lets prose have several", () => {
  expect(messages(Line, "one\ntwo")).toEqual(["must be one line"]);
  expect(Prose.parse("one\ntwo")).toBe("one\ntwo");
  expect(Dimension.parse("one\ntwo")).toBe("one\ntwo");
});

it("a schema of texts reports one fault of a text at a time", () => {
  expect(messages(Line, "one\r\ntwo")).toEqual(["has the unprintable character U+000D; remove it"]);
});

it("a schema of texts lets a name be a word that elsewhere is a placeholder", () => {
  expect(Line.parse("Todo")).toBe("Todo");
});

it("a schema of texts refuses prose that is a placeholder, and lets it mention one", () => {
  expect(messages(Prose, "TBD")).toEqual(['is only a placeholder ("TBD"); say what is meant']);
  expect(Prose.parse("limits, where TBD")).toBe("limits, where TBD");
});

it("a schema of texts refuses a placeholder anywhere in a dimension, and names it", () => {
  expect(messages(Dimension, "limits, where TBD")).toEqual([
    'contains the placeholder "TBD"; decide it, write "none: <why>" when there is nothing, or quote the word if it is a value',
  ]);
});
