import { describe, expect, it } from "vitest";
import { lastGoodRun, mergesSince } from "../../../src/features/release/merged-since.js";
import { aProject, t } from "../../support/project-state.js";

const sha = (digit: string) => digit.repeat(40);
const project = aProject({
  late: { is: "SHIPPED", merge_sha: sha("3"), shipped_at: "2026-01-03T00:00:00Z" },
  early: { is: "SHIPPED", merge_sha: sha("1"), shipped_at: "2026-01-01T00:00:00Z" },
  middle: { is: "SHIPPED", merge_sha: sha("2"), shipped_at: "2026-01-02T00:00:00Z" },
  dropped: { is: "ABANDONED" },
});

describe("the possible cause of a late regression", () => {
  it.each([
    ["everything that shipped, oldest first, when no full run was good", null, ["early", "middle", "late"]],
    ["what was merged after the last good one", sha("1"), ["middle", "late"]],
    ["everything, when the last good one was of no merge of ours", sha("9"), ["early", "middle", "late"]],
  ])("is %s", (_, lastGood, names) => {
    expect(mergesSince(project, lastGood).map(({ task }) => task)).toEqual(names.map(t));
  });

  it("is no task if the newest merge was good", () => {
    expect(mergesSince(project, sha("3"))).toEqual([]);
  });

  it("starts behind the last full run only if that was good", () => {
    const full_run = { sha: sha("2"), passed: true, why: "it ran" };
    expect(lastGoodRun({ phase: "taken", full_run })).toBe(sha("2"));
    expect(lastGoodRun({ phase: "taken", full_run: { ...full_run, passed: false } })).toBeNull();
    expect(lastGoodRun({ phase: "due", lost: 0 })).toBeNull();
  });
});
