import { describe, expect, it } from "vitest";
import { loadGrammars } from "../../src/languages/grammars/load-grammars.js";
import { READERS } from "../../src/languages/readers.js";
import { symbolPlaces } from "../../src/languages/symbol-places.js";

const SCRIPT = `import x from "x";

class Command {
  /** Declares an option. */
  option(flags) {
    return flags;
  }
}
class Other { option() {} }
Command.prototype.help = function () {
  return 1;
};
const parse = (text) =>
  text;
`;
const PYTHON = `import x

class Command:
    @cached
    def option(self, flags):
        return flags

def parse(text):
    return text

LIMIT = 3
`;

describe("where a file declares a symbol", () => {
  it.each([
    ["Command.option", [{ first: 4, last: 7 }]],
    [
      "option",
      [
        { first: 4, last: 7 },
        { first: 9, last: 9 },
      ],
    ],
    ["Command.help", [{ first: 10, last: 12 }]],
    ["parse", [{ first: 13, last: 14 }]],
    ["nobody", []],
  ])("JavaScript: %s", (symbol, places) => {
    expect(symbolPlaces("src/a.js", SCRIPT, symbol)).toEqual(places);
  });

  it.each([
    ["Command.option", [{ first: 4, last: 6 }]],
    ["parse", [{ first: 8, last: 9 }]],
    ["LIMIT", [{ first: 11, last: 11 }]],
    ["nobody", []],
  ])("Python: %s", async (symbol, places) => {
    await loadGrammars(READERS);
    expect(symbolPlaces("src/a.py", PYTHON, symbol)).toEqual(places);
  });

  it("is not known in a language without a reader", () => {
    expect(symbolPlaces("src/a.zig", "fn a() void {}", "a")).toBeUndefined();
  });
});
