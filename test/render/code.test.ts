import { describe, expect, it } from "vitest";
import { codeBlock, codeCell, folded, inlineCode } from "../../src/render/code.js";

describe("outside text as code", () => {
  it.each([
    ["backticks", "a`b", "`a'b`"],
    ["line breaks", "a\n  b", "`a b`"],
    ["hidden characters", "a\u202Eb", "`ab`"],
    ["nothing", " ", "` `"],
  ])("keeps %s on one line", (_what, text, expected) => {
    expect(inlineCode(text)).toBe(expected);
  });

  it("escapes a bar in a table only", () => {
    expect(codeCell("a|b")).toBe("`a\\|b`");
    expect(inlineCode("a|b")).toBe("`a|b`");
  });

  it.each([
    ["no fence", "a", "```"],
    ["a fence", "```\na\n```", "````"],
    ["a longer one", "`````", "``````"],
  ])("fences a block that has %s", (_what, text, fence) => {
    expect(codeBlock(text, "yaml")).toBe(`${fence}yaml\n${text}\n${fence}`);
  });

  it("folds", () => {
    expect(folded("More", "text")).toBe("<details><summary>More</summary>\n\ntext\n\n</details>");
  });
});
