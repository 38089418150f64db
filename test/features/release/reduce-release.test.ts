import { describe, expect, it } from "vitest";
import type { FactoryEvent } from "../../../src/engine/event.js";
import { reduce } from "../../../src/engine/reduce.js";
import type { ReleaseState } from "../../../src/features/release/rules/release-state.js";
import { HEAD } from "../../support/observed.js";
import { aProject, ESCALATION, SHA, t } from "../../support/project-state.js";
import {
  ended,
  NOW,
  OTHER_HEAD,
  order,
  partialOrder,
  RELEASE,
  RELEASE_ID,
  reduced,
  suite,
} from "../../support/release.js";

const note = { key: "k", issue: 3, body: "No.", answers: null };
const running: ReleaseState = { ...RELEASE.validating, run: suite };
const due: FactoryEvent = { kind: "release-due", at: NOW, order };
const requested: FactoryEvent = { kind: "release-suite-requested", at: NOW, run: suite };
const lost: FactoryEvent = { kind: "release-suite-lost", at: NOW, why: "no runner" };
const validated: FactoryEvent = { kind: "release-validated", at: NOW, head: HEAD };
const overtaken: FactoryEvent = { kind: "release-overtaken", at: NOW, head: OTHER_HEAD };
const prepared: FactoryEvent = {
  kind: "release-prepared",
  at: NOW,
  release_id: RELEASE_ID,
  head: HEAD,
  digest: "d".repeat(64),
};
const refused: FactoryEvent = {
  kind: "release-refused",
  at: NOW,
  release_id: RELEASE_ID,
  why: RELEASE.refused.why,
  note,
};
const merged: FactoryEvent = { kind: "release-merged", at: NOW, commit: HEAD };
const published: FactoryEvent = { kind: "release-published", at: NOW, release_id: RELEASE_ID, tag: "v1.0.0" };

const refusedPart: ReleaseState = { ...RELEASE.refused, order: partialOrder };

const reach = (release: ReleaseState | null, event: FactoryEvent) => {
  const next = reduce(ended({ release }), event);
  return next.ok ? next.value.release : next.refusal.code;
};

describe("the steps of a release", () => {
  it.each<[string, ReleaseState | null, FactoryEvent, ReleaseState]>([
    ["begins", null, due, RELEASE.validating],
    ["begins again after a refusal", RELEASE.refused, due, RELEASE.validating],
    ["begins again after another was published", RELEASE.published, due, RELEASE.validating],
    ["takes the place of a proposal", RELEASE.proposing, due, RELEASE.validating],
    ["asks for a full run", RELEASE.validating, requested, running],
    ["counts a lost run", running, lost, { ...RELEASE.validating, lost: 1 }],
    ["goes to its gates", RELEASE.validating, validated, RELEASE.preparing],
    ["goes back when it is overtaken at its gates", RELEASE.preparing, overtaken, RELEASE.validating],
    ["goes back when it is overtaken as a proposal", RELEASE.proposing, overtaken, RELEASE.validating],
    ["is proposed", RELEASE.preparing, prepared, RELEASE.proposing],
    ["is refused before its gates", RELEASE.validating, refused, RELEASE.refused],
    ["is refused by its gates", RELEASE.preparing, refused, RELEASE.refused],
    ["is merged", RELEASE.proposing, merged, RELEASE.publishing],
    ["is published", RELEASE.publishing, published, RELEASE.published],
  ])("%s", (_, from, event, to) => {
    expect(reach(from, event)).toEqual(to);
  });

  it.each<[string, ReleaseState | null, FactoryEvent]>([
    ["begins while another is being published", RELEASE.publishing, due],
    ["asks twice for a run", running, requested],
    ["loses a run it did not ask for", RELEASE.validating, lost],
    ["goes to its gates from nowhere", null, validated],
    ["is overtaken once it is merged", RELEASE.publishing, overtaken],
    ["is prepared at another commit", { ...RELEASE.preparing, head: OTHER_HEAD }, prepared],
    [
      "is prepared under another id",
      { ...RELEASE.preparing, order: { ...order, release_id: "REL-00000000" } },
      prepared,
    ],
    ["is prepared twice", RELEASE.proposing, prepared],
    ["is refused under another id", { ...RELEASE.preparing, order: { ...order, release_id: "REL-00000000" } }, refused],
    ["is refused after it was published", RELEASE.published, refused],
    ["is merged before it was proposed", RELEASE.preparing, merged],
    ["is published before it was merged", RELEASE.proposing, published],
  ])("never %s", (_, from, event) => {
    expect(reach(from, event)).toBe("release-out-of-step");
  });
});

describe("an event of a release", () => {
  it("adds the comment of a refusal", () => {
    expect(reduced(ended({ release: RELEASE.preparing }), refused).inbox.pending).toEqual([note]);
  });

  it("ends the project with a full release, and not with a partial one", () => {
    const publishing = (release_order = order) => ended({ release: { ...RELEASE.publishing, order: release_order } });
    expect(reduced(publishing(), published).project?.status).toBe("RELEASED");
    expect(reduced(publishing(partialOrder), published).project?.status).toBe("ACTIVE");
  });

  it("keeps a project open whose work was resumed meanwhile", () => {
    const project = aProject({ a: { is: "SHIPPED" }, b: {} });
    const state = reduced(ended({ project, release: RELEASE.publishing }), published);
    expect(state.project?.status).toBe("ACTIVE");
    expect(state.release).toEqual(RELEASE.published);
  });

  it.each<[string, ReleaseState, ReleaseState | null]>([
    ["everything, which is due by itself once more when it has ended, too", RELEASE.refused, null],
    ["a part, which whoever asked for it asks for again", refusedPart, refusedPart],
  ])("removes a refusal when work is resumed, if it was about %s", (_, release, kept) => {
    const project = aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] }, b: { is: "ABANDONED" } });
    const taken = [
      { task_id: t("a"), merge_sha: SHA, modules: ["MM-0001@1.0.0"], attempt: 1, questions: 1, asked: {} },
    ];
    const back = { by: "ada", merge_sha: SHA, pull_request: 9, escalation_ref: ESCALATION, taken };
    const event = { kind: "task-taken-back", at: NOW, task_id: t("a"), ...back } as const;
    const state = reduced(ended({ project, release }), { kind: "project-updated", at: NOW, event });
    expect(state.project?.tasks[t("a")]?.status).toBe("HALTED");
    expect(state.release).toEqual(kept);
  });

  it("keeps a refusal while every task has ended: a person must order again", () => {
    const event = { kind: "project-paused", at: NOW } as const;
    const state = reduced(ended({ release: RELEASE.refused }), { kind: "project-updated", at: NOW, event });
    expect(state.release).toEqual(RELEASE.refused);
  });

  it("is refused after a pause, because the job is repeated on resume", () => {
    const project = aProject({ a: { is: "SHIPPED" } }, { status: "PAUSED" });
    expect(reduce(ended({ project, release: RELEASE.publishing }), published)).toMatchObject({
      ok: false,
      refusal: { code: "paused" },
    });
  });

  it.each([
    [false, null],
    [true, { sha: HEAD, passed: true, why: "adds" }],
  ])("removes a full run when a release is ordered, if it failed: passed %s", (passed, kept) => {
    const baseline = { phase: "taken", full_run: { sha: HEAD, passed, why: "adds" } } as const;
    expect(reduced(ended({ baseline }), due).baseline).toEqual({ phase: "taken", full_run: kept });
  });

  it("removes release and baseline when the next product is requested", () => {
    const project = aProject({ a: { is: "SHIPPED" } }, { status: "RELEASED" });
    const request = { issue: 9, title: "Next", requester: "ada", lane: "full", requested_at: NOW } as const;
    const state = reduced(ended({ project, release: RELEASE.published }), {
      kind: "product-requested",
      at: NOW,
      repository_id: 7,
      request,
    });
    expect(state).toMatchObject({ release: null, baseline: null });
  });
});
