import { describe, expect, it } from "vitest";
import { type BaselineState, isBaselinePending } from "../../../src/domain/validation/baseline-state.js";
import type { FactoryEvent } from "../../../src/engine/event.js";
import { reduce } from "../../../src/engine/reduce.js";
import { HEAD } from "../../support/observed.js";
import { t } from "../../support/project-state.js";
import { ended, NOW, OTHER_HEAD, RELEASE, reduced, suite, TAKEN } from "../../support/release.js";

const note = { key: "k", issue: 3, body: "Stuck.", answers: null };
const due = (lost = 0): BaselineState => ({ phase: "due", lost });
const awaited = (lost = 0): BaselineState => ({ phase: "awaited", run: suite, lost });
const stuck: BaselineState = { phase: "stuck", why: "no runner", since: NOW };
const requested: FactoryEvent = { kind: "baseline-requested", at: NOW, run: suite };
const lost: FactoryEvent = { kind: "baseline-lost", at: NOW, why: "no runner" };
const gotStuck: FactoryEvent = { kind: "baseline-stuck", at: NOW, why: "no runner", note };
const retried: FactoryEvent = { kind: "baseline-retried", at: NOW, by: "ada" };
const taken: FactoryEvent = { kind: "baseline-taken", at: NOW, sha: HEAD };
const ratcheted: FactoryEvent = { kind: "baseline-ratcheted", at: NOW, task_id: t("a"), sha: OTHER_HEAD };
const judged: FactoryEvent = { kind: "full-run-judged", at: NOW, sha: HEAD, passed: false, why: "adds fails" };

const reach = (baseline: BaselineState | null, event: FactoryEvent) => {
  const next = reduce(ended({ baseline }), event);
  return next.ok ? next.value.baseline : next.refusal.code;
};

describe("a baseline", () => {
  it.each<[string, BaselineState | null, FactoryEvent, BaselineState]>([
    ["is asked for", due(1), requested, awaited(1)],
    ["is asked for again when a run is lost", awaited(1), lost, due(2)],
    ["gets stuck", awaited(2), gotStuck, stuck],
    ["begins anew when a person says so", stuck, retried, due(0)],
    ["is taken", awaited(), taken, { phase: "taken", full_run: null }],
    [
      "ratchets with a merge",
      { phase: "taken", full_run: null },
      ratcheted,
      { phase: "taken", full_run: { sha: OTHER_HEAD, passed: true, why: expect.stringContaining(t("a")) } },
    ],
    [
      "remembers the newest full run, and what was good before it",
      TAKEN,
      judged,
      { phase: "taken", full_run: { sha: HEAD, passed: false, why: "adds fails", good_before: HEAD } },
    ],
    [
      "begins with a full run in a project that had none",
      null,
      judged,
      { phase: "taken", full_run: { sha: HEAD, passed: false, why: "adds fails", good_before: null } },
    ],
  ])("%s", (_, from, event, to) => {
    expect(reach(from, event)).toEqual(to);
  });

  it.each<[string, BaselineState | null, FactoryEvent]>([
    ["is asked for twice", awaited(), requested],
    ["is asked for once it is taken", TAKEN, requested],
    ["is lost before it is asked for", due(), lost],
    ["gets stuck before it is asked for", due(), gotStuck],
    ["is taken twice", TAKEN, taken],
    ["ratchets before it is taken", awaited(), ratcheted],
    ["is replaced by a full run while it is awaited", awaited(), judged],
  ])("never %s", (_, from, event) => {
    expect(reach(from, event)).toBe("baseline-out-of-step");
  });

  it("is not retried while it does not wait for a person", () => {
    expect(reach(awaited(), retried)).toBe("baseline-not-stuck");
  });

  it("has a pending comment that it failed", () => {
    expect(reduced(ended({ baseline: awaited(2) }), gotStuck).inbox.pending).toEqual([note]);
  });

  it("answers the run that a release awaits", () => {
    const state = reduced(ended({ release: { ...RELEASE.validating, run: suite, lost: 1 } }), judged);
    expect(state.release).toEqual({ ...RELEASE.validating, lost: 1 });
  });

  it.each<[BaselineState | null, boolean]>([
    [null, false],
    [due(), true],
    [awaited(), true],
    [stuck, true],
    [TAKEN, false],
  ])("%j is pending: %s", (baseline, pending) => {
    expect(isBaselinePending(baseline)).toBe(pending);
  });
});
