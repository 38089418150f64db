import { describe, expect, it } from "vitest";
import { checkoutTarget, fetches } from "../../../../src/sandbox/runner/actions/checkout-refs.js";

const SHA = "a".repeat(40);
const run = { ref: "refs/heads/main", commit: "b".repeat(40) };
const BRANCHES = "+refs/heads/*:refs/remotes/origin/*";
const TAGS = "+refs/tags/*:refs/tags/*";

describe("what is checked out", () => {
  it.each([
    ["", run, run],
    ["", undefined, { ref: "", commit: "" }],
    [SHA, run, { ref: "", commit: SHA }],
    ["feature", run, { ref: "feature", commit: "" }],
    // Not 40 lower-case digits: a name.
    [SHA.slice(1), run, { ref: SHA.slice(1), commit: "" }],
  ])("for ref %j", (ref, own, target) => {
    expect(checkoutTarget(ref, own)).toEqual(target);
  });
});

describe("what is fetched", () => {
  const one = { all: false, tags: false };
  it.each([
    ["a branch at a commit", { ref: "refs/heads/x/y", commit: SHA }, one, [[`+${SHA}:refs/remotes/origin/x/y`]]],
    ["a branch", { ref: "refs/heads/main", commit: "" }, one, [["+refs/heads/main:refs/remotes/origin/main"]]],
    ["a commit", { ref: "", commit: SHA }, one, [[SHA]]],
    ["a tag at a commit", { ref: "refs/tags/v1", commit: SHA }, one, [[SHA]]],
    ["a tag", { ref: "refs/tags/v1", commit: "" }, one, [["+refs/tags/v1:refs/tags/v1"]]],
    ["another ref", { ref: "refs/pull/1/head", commit: "" }, one, [["+refs/pull/1/head:refs/pull/1/head"]]],
    ["a commit and all tags", { ref: "", commit: SHA }, { all: false, tags: true }, [[TAGS, SHA]]],
    ["a tag at a commit and all tags", { ref: "refs/tags/v1", commit: SHA }, { all: false, tags: true }, [[TAGS, SHA]]],
    ["a tag and all tags", { ref: "refs/tags/v1", commit: "" }, { all: false, tags: true }, [[TAGS]]],
    ["everything", { ref: "refs/heads/dev", commit: "" }, { all: true, tags: false }, [[BRANCHES, TAGS]]],
    [
      "everything, and the commit apart",
      run,
      { all: true, tags: false },
      [[BRANCHES, TAGS], [`+${run.commit}:refs/remotes/origin/main`]],
    ],
    [
      "everything, and what is neither branch nor tag",
      { ref: "refs/pull/1/head", commit: "" },
      { all: true, tags: false },
      [[BRANCHES, TAGS], ["+refs/pull/1/head:refs/pull/1/head"]],
    ],
  ])("for %s", (_, target, requested, expected) => {
    expect(fetches(target, requested)).toEqual(expected);
  });
});
