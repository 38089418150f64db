import { describe, expect, it } from "vitest";
import { withUnplacedLines } from "../../../src/features/debate/unplaced-lines.js";
import { liveMarkdown, quotedLink } from "../../support/live-markdown.js";

const lines = (count: number, size = 10) =>
  Array.from({ length: count }, (_, index) => ({ path: "a.ts", line: index + 1, body: "r".repeat(size) }));

describe("remarks on lines that the diff does not show", () => {
  it("are below the review, each with its place", () => {
    expect(withUnplacedLines("body", lines(2))).toBe(
      "body\n\n_On lines that this pull request's diff does not show:_\n\n`a.ts:1`: rrrrrrrrrr\n\n`a.ts:2`: rrrrrrrrrr",
    );
    expect(withUnplacedLines("body", [])).toBe("body");
  });

  it("are counted if they do not fit", () => {
    const text = withUnplacedLines("body", lines(10, 50), 300);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text).toContain("`a.ts:1`");
    expect(text).toMatch(/_\d remarks on lines outside the diff did not fit here\._$/);
  });

  it("do not release a quotation of the review when they need its space", () => {
    expect(liveMarkdown(withUnplacedLines(`A\n\n${quotedLink(205)}`, lines(1, 400), 300))).toEqual([]);
  });

  it.each([299, 300, 301, 1_000])("never exceed the limit with a body of %i characters", (size) => {
    const text = withUnplacedLines("b".repeat(size), lines(1, 400), 300);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text).toContain("1 remark on a line outside the diff did not fit here.");
  });
});
