import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../../src/commands/markdown/parse-markdown.js";
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

  it.each(["a\\|b", "a\\\\|b", "a\\\\\\|b", "\\|", "|\\|"])("is one cell, however a bar is disguised: %s", (text) => {
    const [table] = parseMarkdown(`| a | b |\n|---|---|\n| ${codeCell(text)} | end |`).children;
    const [, row] = table?.type === "table" ? table.children : [];
    expect(row?.children.map(({ children: [shown] }) => shown)).toMatchObject([
      { type: "inlineCode" },
      { type: "text", value: "end" },
    ]);
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
