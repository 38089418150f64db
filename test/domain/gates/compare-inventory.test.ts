import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareInventory } from "../../../src/domain/gates/compare-inventory.js";

describe("comparing the tests that were read with those that ran", () => {
  it.each([
    ["the same names", ["a > b"], ["a > b"]],
    ["a printf title of a table", ["adds %i and %i"], ["adds 1 and 2", "adds 3 and 4"]],
    ["a $name title of a table", ["adds $left to $right"], ["adds 1 to 2"]],
    ["a template title", ["tag ${name} is lower case"], ["tag Blue is lower case"]],
    ["pytest parameters", ["TestTag > test_lower"], ["TestTag > test_lower[A-a]", "TestTag > test_lower[B-b]"]],
    ["a test made of others, reported or not", ["parent", "parent > child"], ["parent > child"]],
    ["a title that only the runner knows", ["<anonymous>"], ["anything"]],
  ])("finds %s", (_, read, ran) => {
    expect(compareInventory(read, ran)).toEqual({ unread: [], unrun: [] });
  });

  it.each([
    ["a test that nobody wrote", ["a"], ["a", "forged"], { unread: ["forged"], unrun: [] }],
    ["a test that did not run", ["a", "b"], ["a"], { unread: [], unrun: ["b"] }],
    ["a fixed title with something behind it", ["a"], ["ab"], { unread: ["ab"], unrun: ["a"] }],
    [
      "a form whose end is another",
      ["is %s here"],
      ["is it there"],
      { unread: ["is it there"], unrun: ["is %s here"] },
    ],
    ["a form whose parts would overlap", ["ab%sba"], ["aba"], { unread: ["aba"], unrun: ["ab%sba"] }],
    ["a form whose middle is missing", ["%s and %s"], ["only one"], { unread: ["only one"], unrun: ["%s and %s"] }],
    [
      "a parent whose child did not run",
      ["parent", "parent > child"],
      ["parent"],
      { unread: [], unrun: ["parent > child"] },
    ],
  ])("notices %s", (_, read, ran, difference) => {
    expect(compareInventory(read, ran)).toEqual(difference);
  });

  it("finds every name that fills in a form", () => {
    const word = fc.string().filter((text) => !/[$%[\]<>]/.test(text));
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 4 }),
        fc.array(word, { minLength: 4, maxLength: 4 }),
        (parts, values) => {
          const filled = parts.reduce((text, part, index) => `${text}${values[index - 1] ?? ""}${part}`);
          expect(compareInventory([parts.join("%s")], [filled])).toEqual({ unread: [], unrun: [] });
        },
      ),
      { numRuns: 200 },
    );
  });
});
