import { describe, expect, it } from "vitest";
import { cutLine, cutText } from "../../src/render/cut.js";
import { asWritten, plainLine, plainText, quotingLine, quotingWithin } from "../../src/render/plain-text.js";
import { liveMarkdown, quotedLink } from "../support/live-markdown.js";

describe("outside text in our Markdown", () => {
  it.each([
    ["mentions", "ask @octocat", "ask @\u2060octocat"],
    ["issue references", "fixes #12", "fixes #\u206012"],
    ["the other spelling of an issue", "fixes GH-12", "fixes GH-\u206012"],
    ["an issue's address", "fixes https://x.org/o/r/issues/12", "fixes https://x.org/o/r/issues/\u206012"],
    ["a line that begins as a command", "a\n  /factory approve", "a\n  \\/factory approve"],
    ["HTML", "<img src=x>", "&lt;img src=x&gt;"],
    ["comments that could hide a marker", "<!-- factory:status -->", "&lt;!-- factory:status --&gt;"],
    ["table cells", "a | b", "a \\| b"],
    ["emphasis and code", "*a* `b` _c_", "\\*a\\* \\`b\\` \\_c\\_"],
    ["headings", "# Title", "\\# Title"],
    ["lists", "- a\n1. b", "\\- a\n1\\. b"],
    ["bidirectional and zero-width characters", "a\u202Eb\u200Bc", "abc"],
    ["carriage returns", "a\r\nb\rc", "a\nb\nc"],
  ])("disarms %s", (_what, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it.each([
    "ask @octocat about #12, GH-12 and https://x.org/o/r/issues/12",
    "# Title\n- a\n1. b\n2) c\n/factory approve",
    "<b>&lt;</b> &amp; *a* `b` _c_ \\_d | e",
    "C:\\temp\\*.txt",
  ])("reads as it was written where no Markdown is rendered: %j", (text) => {
    expect(asWritten(plainText(text))).toBe(text);
  });

  it.each([
    ["a plain quotation", "says `1 hour` for `from_text(60)`", "says `1 hour` for `from_text(60)`"],
    [
      "braces, comparisons and an ampersand",
      "`{ a: [1] } >= 1 && b < 2` or `1$&000B`",
      "`{ a: [1] } >= 1 && b < 2` or `1$&000B`",
    ],
    ["one with a tag", "`<b>`", "\\`&lt;b&gt;\\`"],
    ["one with an entity", "`&lt;`", "\\`&amp;lt;\\`"],
    ["one that could hide a marker", "`<!-- factory:status -->`", "\\`&lt;!-- factory:status --&gt;\\`"],
    ["one that mentions somebody", "`@octocat`", "\\`@\u2060octocat\\`"],
    ["one that would end a cell", "`a | b`", "\\`a \\| b\\`"],
    ["one that is left open", "`a and b", "\\`a and b"],
    ["one in another", "``a``", "\\``a`\\`"],
  ])("leaves quotations as code only where nothing can act in them: %s", (_what, text, expected) => {
    expect(quotingLine(text)).toBe(expected);
  });

  it.each([
    ["a list item", (limit: number) => `- **x**\n  ${quotingWithin(quotedLink(2_000), limit, cutText)}`],
    ["a table cell", (limit: number) => `| a |\n|---|\n| ${quotingWithin(quotedLink(2_000), limit, cutLine)} |`],
  ])("sets nothing free by cutting a quotation's end off in %s", (_where, textWithin) => {
    for (const limit of [100, 101, 102, 103, 400, 1_000, 2_050]) expect(liveMarkdown(textWithin(limit))).toEqual([]);
  });

  it("quotes where all of it fits, and only there", () => {
    expect(quotingWithin("says `1 hour`", 13)).toBe("says `1 hour`");
    expect(quotingWithin("says `1 hour`", 12)).toBe("says \\`1 ho…");
  });

  it("fits a table cell on one line", () => {
    expect(plainLine("  a\n\n  b ")).toBe("a b");
  });
});
