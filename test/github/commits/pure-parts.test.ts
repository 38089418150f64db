import { describe, expect, it } from "vitest";
import { createRemembered } from "../../../src/github/cache/remembered.js";
import { keyIn, withKey } from "../../../src/github/commits/commit-key.js";
import { commentableLines } from "../../../src/github/commits/diff-lines.js";
import { mergeBlockedBy } from "../../../src/github/observe/merge-blocked-by.js";

describe("the key of a commit", () => {
  it.each([
    ["its own trailer", withKey("factory: red", "T-1:red"), "T-1:red"],
    ["the last of two", withKey("quoted\n\nFactory-Key: other", "T-1:red"), "T-1:red"],
    ["nothing that is followed by more", "Factory-Key: T-1:red\n\nmore", null],
    ["nothing inside a line", "see Factory-Key: T-1:red", null],
    ["nothing in an ordinary message", "Mend it", null],
  ])("is %s", (_what, message, key) => {
    expect(keyIn(message)).toBe(key);
  });
});

describe("commentable lines", () => {
  it("are the new side's lines of every hunk, including context, without removed lines", () => {
    const patch = "@@ -1,3 +1,4 @@ title\n a\n-b\n+B\n+C\n d\n@@ -10 +11,2 @@\n x\n+y\n\\ No newline at end of file";
    expect([...commentableLines(patch)]).toEqual([1, 2, 3, 4, 11, 12]);
  });

  it("do not exist without a patch", () => {
    expect(commentableLines("").size).toBe(0);
  });
});

describe("the reason that blocks a merge", () => {
  const pull = {
    state: "OPEN" as const,
    isDraft: false,
    isInMergeQueue: false,
    isMergeQueueEnabled: false,
    mergeStateStatus: "CLEAN",
    reviewDecision: null,
  };

  it.each([
    ["clean", {}, null],
    ["unstable", { mergeStateStatus: "UNSTABLE" }, null],
    ["unknown", { mergeStateStatus: "UNKNOWN" }, null],
    ["with hooks", { mergeStateStatus: "HAS_HOOKS" }, null],
    ["closed", { state: "CLOSED", mergeStateStatus: "BLOCKED" }, null],
    ["merged", { state: "MERGED", isDraft: true }, null],
    ["queued", { isInMergeQueue: true }, "it waits in the merge queue"],
    ["a draft", { isDraft: true }, "it is a draft"],
    ["in conflict", { mergeStateStatus: "DIRTY" }, "it conflicts with its base branch"],
    ["behind", { mergeStateStatus: "BEHIND" }, "its branch is behind its base, whose rules want it up to date"],
    [
      "unreviewed",
      { mergeStateStatus: "BLOCKED", reviewDecision: "REVIEW_REQUIRED" },
      "a review that the base branch requires is missing",
    ],
    [
      "disputed",
      { mergeStateStatus: "BLOCKED", reviewDecision: "CHANGES_REQUESTED" },
      "a reviewer has requested changes",
    ],
    [
      "blocked otherwise",
      { mergeStateStatus: "BLOCKED" },
      "a rule of its base branch is not met, such as a required check",
    ],
    ["before a queue", { mergeStateStatus: "BLOCKED", isMergeQueueEnabled: true }, null],
  ])("of a pull request that is %s", (_what, changes, words) => {
    expect(mergeBlockedBy({ ...pull, ...changes } as typeof pull, null)).toBe(words);
  });

  it("is GitHub's own message if it refused this head and still blocks it", () => {
    expect(mergeBlockedBy({ ...pull, mergeStateStatus: "BLOCKED" }, "Not yet.")).toBe("Not yet.");
    expect(mergeBlockedBy(pull, "Not yet.")).toBeNull();
  });
});

describe("the memory of a process", () => {
  it("distinguishes never dispatched from dispatched without an answer", () => {
    const remembered = createRemembered(Date.now);
    remembered.noteDispatch("a", null);
    expect(remembered.dispatched("a")).toBeNull();
    expect(remembered.dispatched("b")).toBeUndefined();
  });

  it("expects GitHub to show a run within two minutes of its dispatch", () => {
    const clock = { now: 1_000 };
    const remembered = createRemembered(() => clock.now);
    remembered.noteDispatch("a", null);
    expect(remembered.isJustDispatched("b")).toBe(false);
    clock.now += 119_999;
    expect(remembered.isJustDispatched("a")).toBe(true);
    clock.now += 1;
    expect(remembered.isJustDispatched("a")).toBe(false);
    expect(remembered.dispatched("a")).toBeNull();
  });

  it("forgets a refusal with its head, and the oldest of too many", () => {
    const remembered = createRemembered(Date.now);
    const pull = { owner: "o", repo: "r", number: 1, head: "a".repeat(40) };
    remembered.noteRefusedMerge(pull, "no");
    expect(remembered.refusedMerge(pull)).toBe("no");
    expect(remembered.refusedMerge({ ...pull, head: "b".repeat(40) })).toBeNull();
    for (let number = 2; number <= 500; number += 1) remembered.noteRefusedMerge({ ...pull, number }, "no");
    expect(remembered.refusedMerge(pull)).toBe("no");
    remembered.noteRefusedMerge({ ...pull, number: 501 }, "no");
    expect(remembered.refusedMerge(pull)).toBeNull();
  });
});
