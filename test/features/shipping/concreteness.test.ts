import { describe, expect, it } from "vitest";
import { standInIn } from "../../../src/features/shipping/concreteness.js";

describe("an example block", () => {
  it.each([
    'parse("some_input")',
    "parse(your_value)",
    "parse('...')",
    "parse(`…`)",
    "parse(...)",
    "[1, 2, ...]",
    "{ ... }",
    "...",
    "const x = ...;",
    "1, 2, ... , 9",
    "parse(<your_value_here>)",
    "parse(<your value>)",
    "<insert text>",
    "id: <value_here>",
    "token_here",
    "TBD",
    "// TODO: fill in",
    "# ...",
    "lorem ipsum dolor",
    "",
    "   \n",
  ])("is not concrete: %j", (block) => {
    expect(standInIn(block)).toBeDefined();
  });

  it.each([
    'parse("Hello, World")',
    "f(...args)",
    "const copy = { ...original, a: 1 };",
    "[...list]",
    ">>> for x in [1, 2]:\n...     print(x)",
    '"Loading..."',
    "<div>hello</div>",
    'const names: Array<string> = ["a"];',
    '<a href="https://example.com">here</a>',
    '{ "status": "TODO" }',
    "undefined",
    "null",
    "None",
    "some_table.rows",
    "EmptyTag: no letters in '123'",
  ])("is concrete: %j", (block) => {
    expect(standInIn(block)).toBeUndefined();
  });

  it("names what it found", () => {
    expect(standInIn('parse("some_input")')).toBe("some_input");
  });
});
