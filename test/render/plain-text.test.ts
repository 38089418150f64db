import { describe, expect, it } from "vitest";
import { plainLine, plainText } from "../../src/render/plain-text.js";

describe("outside text in our Markdown", () => {
  it.each([
    ["mentions", "ask @octocat", "ask @\u2060octocat"],
    ["issue references", "fixes #12", "fixes #\u206012"],
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

  it("fits a table cell on one line", () => {
    expect(plainLine("  a\n\n  b ")).toBe("a b");
  });
});
