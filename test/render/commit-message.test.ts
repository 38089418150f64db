import { describe, expect, it } from "vitest";
import { commitMessage, harmlessTitle } from "../../src/render/commit-message.js";

const base = { taskId: "T-core-notes-keep-001", title: "Keep a note", step: null, isFinal: true };

describe("a commit message", () => {
  it.each([
    ["the final commit", {}, "factory: T-core-notes-keep-001 - Keep a note"],
    [
      "an intermediate one",
      { step: "MM-0001 red", isFinal: false },
      "factory: T-core-notes-keep-001 - Keep a note\n\nMM-0001 red\n[skip ci]",
    ],
    [
      "an intermediate one without a step",
      { isFinal: false },
      "factory: T-core-notes-keep-001 - Keep a note\n\n[skip ci]",
    ],
    ["a final one with a step", { step: "ship" }, "factory: T-core-notes-keep-001 - Keep a note\n\nship"],
  ])("of %s", (_what, changes, expected) => {
    expect(commitMessage({ ...base, ...changes })).toBe(expected);
  });

  it.each(["[skip ci]", "[ci skip]", "[no ci]", "[skip actions]", "[Actions Skip]"])(
    "does not let a title say %s",
    (words) => {
      expect(commitMessage({ ...base, title: `Keep ${words} a note` })).not.toMatch(/skip|no ci/i);
    },
  );

  it.each([
    ["mentions", "ask @octocat", "ask @\u2060octocat"],
    ["closing words", "fixes #12", "fixes #\u206012"],
    ["the other spelling of an issue", "closes GH-12", "closes GH-\u206012"],
    ["further lines", "a\n\nCo-authored-by: b", "a Co-authored-by: b"],
    ["hidden characters", "a\u202Eb", "ab"],
  ])("disarms %s", (_what, title, expected) => {
    expect(harmlessTitle(title)).toBe(expected);
  });

  it.each([119, 120, 121])("keeps a title of %i characters within 120", (length) => {
    const title = harmlessTitle("t".repeat(length));
    expect(title).toHaveLength(Math.min(length, 120));
    expect(title.endsWith("…")).toBe(length > 120);
  });
});
