import { describe, expect, it } from "vitest";
import { harmlessTitle } from "../../src/render/safe-title.js";

describe("another person's words in a commit's message", () => {
  it.each(["[skip ci]", "[ci skip]", "[no ci]", "[skip actions]", "[Actions Skip]"])("cannot say %s", (words) => {
    expect(harmlessTitle(`Keep ${words} a note`)).not.toMatch(/skip|no ci/i);
  });

  it("cannot say it by what is left when it was taken out", () => {
    expect(harmlessTitle("Keep [skip [no [skip ci]ci]ci] a note")).toBe("Keep  a note");
  });

  it("are made harmless however deep such words are nested, and cut with a mark", () => {
    const deep = (levels: number) => "[skip".repeat(levels) + " ci]".repeat(levels);
    for (const levels of [11_000, 100_000]) {
      const title = harmlessTitle(`${deep(20)}Keep a note ${deep(levels)} of it`);
      expect(title).toMatch(/^Keep a note /);
      expect(title).not.toContain("[skip ci]");
      expect(title.endsWith("…")).toBe(true);
    }
  });

  it("are not cut in the middle of a character", () => {
    expect(harmlessTitle(`${"t".repeat(118)}😀😀`)).toBe(`${"t".repeat(118)}…`);
  });

  it.each([
    ["mentions", "ask @octocat", "ask @\u2060octocat"],
    ["closing words", "fixes #12", "fixes #\u206012"],
    ["another repository's issues", "fixes octo/cat#12", "fixes octo/cat#\u206012"],
    ["the other spelling of an issue", "closes GH-12", "closes GH-\u206012"],
    ["an issue's address", "closes https://github.com/o/r/issues/12", "closes https://github.com/o/r/issues/\u206012"],
    ["trailers and further lines", "a\n\nFactory-Key: b", "a Factory-Key: b"],
    ["hidden characters", "a\u202Eb", "ab"],
  ])("disarm %s", (_what, title, expected) => {
    expect(harmlessTitle(title)).toBe(expected);
  });

  it.each([119, 120, 121])("are kept, at %i characters, within 120", (length) => {
    const title = harmlessTitle("t".repeat(length));
    expect(title).toHaveLength(Math.min(length, 120));
    expect(title.endsWith("…")).toBe(length > 120);
  });
});
