import { describe, expect, it } from "vitest";
import { orThrow } from "../../../src/domain/refusal.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { DeprecationState } from "../../../src/features/deprecation/deprecation-state.js";
import { reduceDeprecation } from "../../../src/features/deprecation/reduce-deprecation.js";
import { knownVersions } from "../../../src/features/shipping/known-versions.js";
import { requestProduct } from "../../../src/features/spec/reduce-product.js";
import { reduceUndo } from "../../../src/features/undo/rules/reduce-undo.js";
import type { UndoState } from "../../../src/features/undo/rules/undo-state.js";
import { aProject, t } from "../../support/project-state.js";
import { ended, NOW } from "../../support/release.js";
import { sha } from "../../support/task-work.js";

const REF = "MM-0001@1.0.0";
const note = { key: "note", issue: 3, body: "It is done.", answers: null };
const undo: UndoState = {
  phase: "proposing",
  order: { task_id: t("a"), project_id: ended().project?.project_id ?? "", asked_by: "ada", issue: 3, at: NOW },
  head: sha("1"),
  digest: "d".repeat(64),
  taken: [{ task_id: t("a"), merge_sha: sha("2"), modules: [REF], attempt: 1, questions: 0, asked: {} }],
};
const order = {
  module_ref: REF,
  reason: "Slow.",
  migration_note: "Use labels.",
  replacement: null,
  asked_by: "ada",
  issue: 3,
  at: NOW,
};
const proposing: DeprecationState = { phase: "proposing", order, digest: "d".repeat(64), downstream: [] };
const knownAfter = (state: FactoryState) => knownVersions(state).versions;

describe("what is known about shipped versions without looking", () => {
  it("is nothing where there is no state", () => {
    expect(knownVersions(null)).toEqual({ versions: {}, moving: [] });
  });

  it("is what tasks shipped, and what is on its way to be taken back or deprecated", () => {
    expect(knownVersions(ended())).toEqual({ versions: { [REF]: "SHIPPED" }, moving: [] });
    expect(knownVersions(ended({ undos: [undo] })).moving).toEqual([REF]);
    expect(knownVersions(ended({ deprecations: [proposing] })).moving).toEqual([REF]);
  });

  it("is kept when the next product begins, whose tasks are others", () => {
    const project = { ...aProject({ a: { is: "SHIPPED", module_refs: [REF] } }), status: "RELEASED" as const };
    const request = { issue: 9, title: "More", requester: "ada", lane: "full", requested_at: NOW } as const;
    const asked = { kind: "product-requested", at: NOW, repository_id: 7, request } as const;
    const next = orThrow(requestProduct(ended({ project }), asked));
    expect(next.project).toBeNull();
    expect(knownAfter(next)).toEqual({ [REF]: "SHIPPED" });
  });

  it("follows what was merged: an undo, also of a product that has ended, and a deprecation", () => {
    const state = ended({ undos: [undo] });
    const merged = reduceUndo(state, { kind: "undo-merged", at: NOW, task_id: t("a"), left: [], note });
    expect(knownAfter(orThrow(merged))).toEqual({ [REF]: "WITHDRAWN" });
    const deprecated = { kind: "deprecation-merged", at: NOW, module_ref: REF, note } as const;
    const after = orThrow(reduceDeprecation(ended({ deprecations: [proposing] }), deprecated));
    expect(knownAfter(after)).toEqual({ [REF]: "DEPRECATED" });
  });
});
