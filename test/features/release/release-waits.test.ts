import { describe, expect, it } from "vitest";
import { waitsOf } from "../../../src/engine/waits.js";
import { baselineWaits } from "../../../src/features/baseline/baseline-waits.js";
import { releaseKey } from "../../../src/features/release/release-proposal.js";
import { releaseWaits } from "../../../src/features/release/release-waits.js";
import type { ReleaseState } from "../../../src/features/release/rules/release-state.js";
import { pull } from "../../support/observed.js";
import { aProject } from "../../support/project-state.js";
import { NOW, partialOrder, RELEASE, RELEASE_ID, situation, suite } from "../../support/release.js";

const words = (...given: Parameters<typeof situation>) => {
  const view = situation(...given);
  return [...baselineWaits(view), ...releaseWaits(view)].map(({ for: what }) => what);
};
const proposed = (changes: Partial<Parameters<typeof pull>[0]>) => ({
  pulls: [pull({ number: 9, branch: `factory/release-${RELEASE_ID}`, key: releaseKey(RELEASE.proposing), ...changes })],
});

describe("the wait of the baseline", () => {
  it.each([
    ["a run", { phase: "due", lost: 0 }, {}, /to be started/],
    ["a workflow", { phase: "due", lost: 0 }, { workflow: { status: "absent" } }, /gates workflow/],
    ["its run", { phase: "awaited", run: suite, lost: 0 }, {}, /test baseline/],
    ["a person", { phase: "stuck", why: "no runner", since: NOW }, {}, /`\/factory retry`.*no runner/],
  ] as const)("is %s", (_, baseline, seen, expected) => {
    expect(words({ baseline }, seen)).toEqual([expect.stringMatching(expected)]);
  });
});

describe("the wait of a release", () => {
  it.each<[string, ReleaseState, Parameters<typeof situation>[1], RegExp]>([
    ["the workflow", RELEASE.validating, {}, /gates workflow/],
    ["the whole suite", { ...RELEASE.validating, run: suite }, {}, /whole test suite/],
    ["its gates", RELEASE.preparing, {}, /four release gates/],
    ["its pull request", RELEASE.proposing, {}, /to be opened/],
    ["the merge", RELEASE.proposing, proposed({}), /#9.*to be merged$/],
    [
      "a review",
      RELEASE.proposing,
      proposed({ mergeBlockedBy: "a review is required" }),
      /merged: a review is required/,
    ],
    ["a person who closed it", RELEASE.proposing, proposed({ state: "closed" }), /reopened, or `\/factory release`/],
    [
      "a person, when it conflicts",
      RELEASE.proposing,
      proposed({ mergeable: "conflicting" }),
      /`\/factory release`: #9/,
    ],
    ["its tag", RELEASE.publishing, {}, /tag/],
    ["another try", RELEASE.refused, {}, /`\/factory release`: REL-1a2b3c4d was refused\. dependency check failed/],
    [
      "an end, when there was nothing to release",
      { ...RELEASE.refused, empty: true },
      {},
      /^you: say `\/factory abort`/,
    ],
    [
      "another try of the same part",
      { ...RELEASE.refused, order: partialOrder },
      {},
      /`\/factory release MM-0001@1\.0\.0`/,
    ],
  ])("is %s", (_, release, seen, expected) => {
    expect(words({ release }, seen)).toEqual([expect.stringMatching(expected)]);
  });

  it("is the baseline first, if that is not taken", () => {
    const waits = words({ release: RELEASE.validating, baseline: { phase: "awaited", run: suite, lost: 0 } });
    expect(waits).toEqual(["the test baseline of the default branch", expect.stringContaining("before REL-")]);
  });

  it("does not exist once it is published, or while the project is paused", () => {
    expect(words({ release: RELEASE.published })).toEqual([]);
    const project = aProject({ a: { is: "SHIPPED" } }, { status: "PAUSED" });
    expect(words({ release: RELEASE.preparing, project })).toEqual([]);
  });

  it("is in the status comment", () => {
    expect(waitsOf(situation({ release: RELEASE.preparing }))).toEqual([
      { who: "factory", for: expect.stringContaining("four release gates"), since: NOW },
    ]);
  });
});
