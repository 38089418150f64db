import { expect, it } from "vitest";
import { doctorCheck } from "../../../src/features/setup/doctor-check.js";

const finding = (level: "error" | "warning" | "note") => ({
  level,
  what: "It <is> so.",
  why: "Because.",
  fix: "Mend it.",
  link: "https://example.com/",
});

it.each([
  [[], "success", "Nothing stands in the way"],
  [["note"], "success", "1 note"],
  [["warning", "note", "note"], "neutral", "1 warning, 2 notes"],
  [["error", "error", "warning"], "failure", "2 problems, 1 warning"],
] as const)("an examination with %j is a %s: %s", (levels, conclusion, title) => {
  expect(doctorCheck(levels.map(finding))).toMatchObject({ conclusion, title });
});

it("the examination says each finding on one line, with what, why, what to do and where, and other people's text is only text", () => {
  expect(doctorCheck([finding("error")]).summary).toBe(
    "- 🔴 **It &lt;is&gt; so.** Because. _Mend it._ ([open](https://example.com/))",
  );
  expect(doctorCheck([{ ...finding("note"), link: null }]).summary).not.toContain("open");
});
