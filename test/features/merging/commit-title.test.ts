import { describe, expect, it } from "vitest";
import { commitTitle } from "../../../src/features/merging/commit-title.js";

const TASK = "T-notes";

describe("a commit on a task's branch", () => {
  it.each([
    ["after-gates", false, "factory: T-notes - specify Notes [skip ci]"],
    ["after-gates", true, "factory: T-notes - specify Notes"],
    ["always", false, "factory: T-notes - specify Notes"],
    ["always", true, "factory: T-notes - specify Notes"],
  ] as const)("under ci: %s, completing the branch: %s, is called %s", (ci, isComplete, title) => {
    expect(commitTitle(TASK, "specify Notes", { ci, isComplete })).toBe(title);
  });
});
