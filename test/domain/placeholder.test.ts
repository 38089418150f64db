import { describe, expect, it } from "vitest";
import { isBlank, isPlaceholder, placeholderIn, visibleText } from "../../src/domain/placeholder.js";

describe("a blank text", () => {
  it.each([
    ["empty", ""],
    ["white space", " \t\r\n "],
    ["a no-break space", "\u00a0"],
    ["a zero-width space", "\u200b"],
    ["a byte order mark", "\ufeff"],
    ["a word joiner and a soft hyphen", "\u2060\u00ad"],
    ["a Hangul filler", "\u3164"],
    ["a blank Braille pattern", "\u2800"],
    ["a control character", "\u0000"],
    ["bidirectional controls", "\u202e\u2066"],
    ["a tag character", "\u{e0041}"],
  ])("is %s", (_, text) => {
    expect(isBlank(text)).toBe(true);
    expect(isPlaceholder(text)).toBe(true);
  });

  it("is not a text with anything to see in it", () => {
    expect(isBlank("\u200b-")).toBe(false);
  });
});

it("the search for placeholders shows a text as a person sees it", () => {
  expect(visibleText(" a\u200bb \n\t c\ufeff ")).toBe("ab c");
});

describe("a placeholder", () => {
  it.each([
    ..."-;...;???;—;TBD;tbd.;T\u200bBD;ＴＢＤ;TBA;TBC;TODO;[TODO];<todo>;To do;FIXME;WIP;xxx;N/A;n/a.;n / a;NA;n.a.;Not applicable".split(
      ";",
    ),
    ..."not specified;unspecified;none;None.;NONE!;**none**;(none);nothing;nil;null;undefined;unknown;placeholder;pending;later".split(
      ";",
    ),
    ..."to be announced;to be confirmed;to be determined;to be defined;to be decided;to be done;to be specified".split(
      ";",
    ),
    ...'coming soon;same as above;as above;see above;see below;ditto;idem;etc.;lorem ipsum;"TBD";`none`'.split(";"),
    "none:",
    "none: n/a",
    "none, none",
    "N/A - none",
    "TODO: ask the owner",
    "TBD after the review",
    "fixme later",
    "Lorem ipsum dolor sit amet",
  ])("is %j", (text) => {
    expect(isPlaceholder(text)).toBe(true);
    expect(placeholderIn(text)).toBeDefined();
  });

  it.each([
    "none: pure",
    "none (pure function)",
    "None - it only computes",
    "pure",
    "todo list with a title of 1 to 80 characters",
    "`TODO` or `DONE`",
    "a nil UUID is rejected",
    "unknown ids give 404",
    "nonempty text",
    "id: the TODOs of one user",
    "GET /n/api/notes",
    "登录",
  ])("is not %j", (text) => {
    expect(isPlaceholder(text)).toBe(false);
    expect(placeholderIn(text)).toBeUndefined();
  });
});

describe("a placeholder somewhere in a text", () => {
  it.each([
    ["a string, constraints TBD", "TBD"],
    ["a string, constraints tbd", "tbd"],
    ["404; TODO other errors", "TODO"],
    ["404 and XXX", "XXX"],
    ["404 and TBA", "TBA"],
    ["404 and TBC", "TBC"],
    ["404 and FIXME", "FIXME"],
    ["errors: N/A", "N/A"],
    ["the format is to be defined", "to be defined"],
    ["the format is to be determined, later", "to be determined"],
    ["limits are to be decided", "to be decided"],
    ["limits are to be specified", "to be specified"],
    ["a date to be announced", "to be announced"],
    ["text such as lorem ipsum", "lorem ipsum"],
    ["T\u200bBD by the team", "TBD"],
    ["limits ＴＢＤ", "TBD"],
  ])("is found in %j", (text, found) => {
    expect(placeholderIn(text)).toBe(found);
  });

  it.each([
    "status is `TODO` or `DONE`",
    'prints "N/A" for a missing price',
    "prints “TBD” for a missing date",
    "prints 'TODO' before each line",
    "a todo with a title",
    "the page size, to be specified by the caller",
    "TODO_LIST is set",
  ])("is not %j", (text) => {
    expect(placeholderIn(text)).toBeUndefined();
  });

  it("is found between two apostrophes that quote nothing", () => {
    expect(placeholderIn("the user's list, TODO, and the team's")).toBe("TODO");
  });
});
