import { describe, expect, it } from "vitest";
import { isAt, patchRows } from "../../../../src/sandbox/pages/parts/patch-rows.js";

const PATCH = [
  "@@ -3,3 +3,4 @@ function here() {",
  " kept",
  "-gone",
  "+come",
  "+more",
  " ",
  "\\ No newline at end of file",
  "@@ -20 +21 @@",
  "-a",
  "+b",
].join("\n");

describe("patchRows", () => {
  it("counts both sides through hunks, and shows what is no line as a note", () => {
    expect(patchRows(PATCH)).toEqual([
      { kind: "hunk", text: "@@ -3,3 +3,4 @@ function here() {" },
      { kind: "same", text: "kept", left: 3, right: 3 },
      { kind: "removed", text: "gone", left: 4, right: null },
      { kind: "added", text: "come", left: null, right: 4 },
      { kind: "added", text: "more", left: null, right: 5 },
      { kind: "same", text: "", left: 5, right: 6 },
      { kind: "note", text: "No newline at end of file", left: null, right: null },
      { kind: "hunk", text: "@@ -20 +21 @@" },
      { kind: "removed", text: "a", left: 20, right: null },
      { kind: "added", text: "b", left: null, right: 21 },
    ]);
  });

  it("takes a changed line that looks like a header for what it is", () => {
    expect(patchRows("@@ -1 +1 @@\n-@@ -9 +9 @@\n+-- x").slice(1)).toEqual([
      { kind: "removed", text: "@@ -9 +9 @@", left: 1, right: null },
      { kind: "added", text: "-- x", left: null, right: 1 },
    ]);
  });
});

describe("isAt", () => {
  const rows = patchRows(PATCH);
  it.each([
    ["LEFT", 4, "gone"],
    ["RIGHT", 4, "come"],
    ["LEFT", 3, "kept"],
    ["RIGHT", 3, "kept"],
  ] as const)("finds line %s %s", (side, line, text) => {
    expect(rows.filter((row) => isAt(row, line, side)).map((row) => row.text)).toEqual([text]);
  });

  it("finds nothing where there is no line", () => {
    expect(rows.filter((row) => isAt(row, 99, "RIGHT") || isAt(row, 21, "LEFT"))).toEqual([]);
  });
});
