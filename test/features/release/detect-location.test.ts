import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Observed } from "../../../src/engine/observation.js";
import { detectRelease } from "../../../src/features/release/detect-release.js";
import { releaseEffects } from "../../../src/features/release/release-effects.js";
import { HEAD } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import { ended, RELEASE, reduced, reportOf, seenRun, situation } from "../../support/release.js";
import { results } from "../../support/test-baseline.js";

const sha = (n: number) => n.toString(16).repeat(40);
const NAMES = ["a", "b", "c", "d", "e"] as const;

/** Five tasks merged since the good full run on `good`; the newest merge is the default branch's head. */
function failedRun(good: string | null): FactoryState {
  const merge = (index: number) => (index === NAMES.length - 1 ? HEAD : sha(index + 1));
  const tasks = NAMES.map((name, index) => [
    name,
    { is: "SHIPPED", merge_sha: merge(index), shipped_at: `2026-01-0${index + 1}T00:00:00Z` } as const,
  ]);
  const tests = [{ name: "old", now: "failing" as const }];
  return ended({
    project: aProject(Object.fromEntries(tasks)),
    release: RELEASE.validating,
    baseline: {
      phase: "taken",
      full_run: { sha: HEAD, passed: false, why: "regressed: old", tests, good_before: good },
    },
  });
}

/** Lets the search go on until it ends, answering each run by whether its merge is broken. */
function search(start: FactoryState, isBroken: (sha: string) => boolean | "lost") {
  const runs: string[] = [];
  let state = start;
  for (let round = 0; round < 40; round += 1) {
    const run = state.release?.phase === "locating" ? state.release.locating.run : null;
    const gateRuns: Observed["gateRuns"][number][] = [];
    if (run !== null) {
      const broken = isBroken(run.sha);
      if (broken === "lost")
        gateRuns.push({ nonce: run.nonce, runId: 1, url: "", state: "unusable", why: "no runner" });
      else gateRuns.push(seenRun(run, reportOf(run, { suite: results({ old: broken ? "failed" : "passed" }) })));
    }
    const [event] = detectRelease(situation(state, { gateRuns }));
    if (event === undefined) throw new Error("the search stands still");
    if (event.kind === "release-refused") return { why: event.why, runs, note: event.note.body };
    if (event.kind === "release-merge-requested") {
      runs.push(event.run.sha);
      const [pending] = releaseEffects(situation(reduced(state, event)));
      expect(pending).toMatchObject({
        kind: "dispatch-gates",
        request: { run_type: "BASELINE", head_sha: event.run.sha },
      });
    }
    state = reduced(state, event);
  }
  throw new Error("the search does not end");
}

describe("a late regression", () => {
  it.each([0, 1, 2, 3, 4])("is located by re-running merges: number %i caused it", (culprit) => {
    const shas = NAMES.map((_, index) => (index === 4 ? HEAD : sha(index + 1)));
    const { why, runs, note } = search(failedRun(null), (at) => shas.indexOf(at) >= culprit);
    expect(why).toContain(`It came with ${t(NAMES[culprit] ?? "")}`);
    expect(note).toContain(t(NAMES[culprit] ?? ""));
    expect(runs.length).toBeLessThanOrEqual(3);
    expect(runs).not.toContain(HEAD);
  });

  it("is searched for only after the last good full run", () => {
    const { why, runs } = search(failedRun(sha(4)), () => true);
    expect(runs).toEqual([]);
    expect(why).toContain(`It came with ${t("e")}`);
  });

  it("is narrowed down if runs stay lost", () => {
    const { why, runs } = search(failedRun(sha(3)), () => "lost");
    expect(runs).toEqual([sha(4), sha(4), sha(4)]);
    expect(why).toContain(`one of ${t("d")}`);
  });

  it("is not searched for if the suite failed for another reason", () => {
    const state = failedRun(null);
    const baseline = { phase: "taken", full_run: { sha: HEAD, passed: false, why: "it proves nothing" } } as const;
    expect(detectRelease(situation({ ...state, baseline }))).toMatchObject([{ kind: "release-refused" }]);
  });

  it("keeps the last good run when a person orders the release again", () => {
    const again = reduced(failedRun(sha(2)), {
      kind: "release-due",
      at: "2026-03-02T00:00:00Z",
      order: RELEASE.validating.order,
    });
    expect(again.baseline).toMatchObject({ phase: "taken", full_run: { sha: sha(2), passed: true } });
  });
});
