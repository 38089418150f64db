import { describe, expect, it } from "vitest";
import { commitTitle } from "../../../src/features/merging/commit-title.js";
import { branchMessage } from "../../../src/features/merging/skip-ci.js";
import { keyIn, withKey } from "../../../src/github/commits/commit-key.js";
import { skipsWorkflows } from "../../support/own-ci.js";

const unfinished = commitTitle("T-notes", "specify Notes", { ci: "after-gates", isComplete: false });
const complete = commitTitle("T-notes", "ship Notes", { ci: "after-gates", isComplete: true });
const written = (message: string, squashRepeats: boolean) =>
  withKey(branchMessage(message, { squashRepeats }), "T-notes:3");

describe("the message of a commit on a task's branch", () => {
  it("keeps the repository's workflows from running until the branch is complete", () => {
    expect(skipsWorkflows(written(unfinished, false))).toBe(true);
    expect(skipsWorkflows(written(complete, false))).toBe(false);
  });

  it("lets them run where a queue or a reviewer would squash its words into the default branch", () => {
    expect(skipsWorkflows(written(unfinished, true))).toBe(false);
  });

  it("names its key before GitHub's trailer, which has to be the last", () => {
    expect(written(unfinished, false)).toMatch(/\n\n\nFactory-Key: T-notes:3\nskip-checks: true$/);
    expect(keyIn(written(unfinished, false))).toBe("T-notes:3");
  });

  it("keeps the lines behind the title", () => {
    expect(branchMessage(`${unfinished}\n\nBecause a test failed.`, { squashRepeats: true })).toBe(
      "factory: T-notes - specify Notes\n\nBecause a test failed.",
    );
  });

  it("does not keep workflows from running on the default branch when all are squashed by hand", () => {
    const squashed = [unfinished, unfinished, complete].map((message) => `* ${written(message, false)}`).join("\n\n");
    expect(skipsWorkflows(`Notes (#7)\n\n${squashed}`)).toBe(false);
  });
});
