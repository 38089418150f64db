import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeBlock, codeCell, inlineCode } from "../../src/render/code.js";
import { plainLine, plainText, quotingLine } from "../../src/render/plain-text.js";
import { harmlessTitle } from "../../src/render/safe-title.js";
import { LOADED_WORDS } from "../support/attack/goals.js";
import { loadedLine, loadedMarkdown } from "../support/attack/loaded-text.js";

const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(...LOADED_WORDS),
      fc.constantFrom("\\", "|", "`"),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .chain((parts) => fc.constantFrom("", " ", "\n", "\n\n").map((between) => parts.join(between)));

/** Whatever leaves its cell stands in the next one. */
const inTable = (cell: string) => `| a | b | c | d |\n|---|---|---|---|\n| ${cell} | ${cell} | ${cell} | end |`;

describe("words that GitHub or the App would act upon", () => {
  it("are found where they stand as they are, so that their absence means something", () => {
    const found = new Set(LOADED_WORDS.flatMap((text) => loadedMarkdown(text, []).map(({ what }) => what)));
    expect([...found].sort()).toEqual(["closing", "command", "html", "link", "marker", "mention"]);
    expect(loadedLine("Closes #1, @victim [no ci]").map(({ what }) => what)).toEqual(["mention", "closing", "skip"]);
  });

  it.each([
    ["plain text", plainText],
    ["a line of plain text", plainLine],
    ["code in a line", inlineCode],
    ["a block of code", codeBlock],
    ["code in a table", (text: string) => inTable(codeCell(text))],
    ["plain text in a table", (text: string) => inTable(plainLine(text))],
    ["a quotation in a table", (text: string) => inTable(quotingLine(text))],
  ])("do nothing in %s", (_where, written) => {
    fc.assert(fc.property(words, (text) => void expect(loadedMarkdown(`Said:\n\n${written(text)}`, [])).toEqual([])));
    fc.assert(fc.property(words, (text) => void expect(loadedMarkdown(written(text), [])).toEqual([])));
  });

  it("do nothing in a commit's message", () => {
    fc.assert(fc.property(words, (text) => void expect(loadedLine(harmlessTitle(text))).toEqual([])));
  });
});
