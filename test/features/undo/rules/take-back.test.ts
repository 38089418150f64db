import { describe, expect, it } from "vitest";
import { applyProjectEvent } from "../../../../src/features/tasks/board/apply-project-event.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import type { ProjectEvent } from "../../../../src/features/tasks/board/project-event.js";
import type { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { aProject, ESCALATION, LATER, SHA, statusesOf, t } from "../../../support/project-state.js";

type TakenBack = Extract<ProjectEvent, { kind: "task-taken-back" }>;

const takenBack = (name: string, ...along: string[]): TakenBack => ({
  kind: "task-taken-back",
  at: LATER,
  task_id: t(name),
  by: "ada",
  merge_sha: SHA,
  pull_request: 12,
  escalation_ref: ESCALATION,
  taken: [name, ...along].map((one) => ({
    task_id: t(one),
    merge_sha: SHA,
    modules: [],
    attempt: 1,
    questions: 4,
    asked: {},
  })),
});

function stateAfter(before: ProjectState, event: TakenBack): ProjectState {
  const outcome = applyProjectEvent(before, event);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  expect(checkState(outcome.value)).toMatchObject({ ok: true });
  return outcome.value;
}

describe("a shipped task that is taken back", () => {
  it("waits for a person, with nothing left of what it had shipped", () => {
    const state = stateAfter(
      aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"], pull_request: 5 } }),
      takenBack("a"),
    );
    expect(state.tasks[t("a")]).toMatchObject({
      status: "HALTED",
      halted_reason: "ada took it back in #12",
      escalation_ref: ESCALATION,
      pull_request: 12,
      shipped_at: null,
      merge_sha: null,
      module_refs: [],
      reopened: 1,
    });
  });

  it.each([
    ["SHIPPED", "BLOCKED"],
    ["IN_PROGRESS", "BLOCKED"],
    ["HALTED", "BLOCKED"],
    ["PENDING", "BLOCKED"],
    ["ABANDONED", "ABANDONED"],
  ] as const)("leaves a dependant that is %s behind as %s", (is, becomes) => {
    const before = aProject({ a: { is: "SHIPPED" }, b: { is, after: ["a"] } });
    expect(statusesOf(stateAfter(before, takenBack("a", ...(is === "SHIPPED" ? ["b"] : []))))).toEqual({
      a: "HALTED",
      b: becomes,
    });
  });

  it("reaches every transitive dependant, and no other task", () => {
    const before = aProject({
      a: { is: "SHIPPED" },
      b: { is: "SHIPPED", after: ["a"] },
      c: { is: "IN_PROGRESS", after: ["b"] },
      beside: { is: "SHIPPED" },
    });
    expect(statusesOf(stateAfter(before, takenBack("a", "b")))).toEqual({
      a: "HALTED",
      b: "BLOCKED",
      c: "BLOCKED",
      beside: "SHIPPED",
    });
  });

  it("gives whatever is done again another branch: the old one was merged, or was made from what is gone", () => {
    const before = aProject({
      a: { is: "SHIPPED", pull_request: 5 },
      b: { is: "SHIPPED", after: ["a"], pull_request: 6 },
      c: { is: "IN_PROGRESS", after: ["a"], pull_request: 7 },
    });
    const { tasks } = stateAfter(before, takenBack("a", "b"));
    expect(tasks[t("b")]).toMatchObject({ pull_request: null, reopened: 1 });
    expect(tasks[t("c")]).toMatchObject({ pull_request: null, reopened: 1 });
  });

  it("makes tasks that only used its modules wait for it from now on", () => {
    const { tasks } = stateAfter(aProject({ a: { is: "SHIPPED" }, user: { is: "SHIPPED" } }), takenBack("a", "user"));
    expect(tasks[t("user")]).toMatchObject({ status: "BLOCKED", depends_on: [t("a")] });
  });

  it("frees its dependants again when it is decided about and ships", () => {
    const undone = stateAfter(
      aProject({ a: { is: "SHIPPED" }, b: { is: "SHIPPED", after: ["a"] } }),
      takenBack("a", "b"),
    );
    const steps: ProjectEvent[] = [
      {
        kind: "escalation-resolved",
        at: LATER,
        task_id: t("a"),
        escalation_ref: ESCALATION,
        resolution: { action: "RETRY_TASK" },
        identities: [],
      },
      { kind: "task-started", at: LATER, task_id: t("a") },
      { kind: "task-shipped", at: LATER, task_id: t("a"), merge_sha: SHA, module_refs: [], rationale: null },
    ];
    const state = steps.reduce((now, event) => {
      const next = applyProjectEvent(now, event);
      if (!next.ok) throw new Error(next.refusal.message);
      return next.value;
    }, undone);
    expect(statusesOf(state)).toEqual({ a: "SHIPPED", b: "PENDING" });
  });

  it.each(["PENDING", "IN_PROGRESS", "HALTED", "ABANDONED"] as const)("cannot be one that is %s", (is) => {
    expect(applyProjectEvent(aProject({ a: { is } }), takenBack("a"))).toMatchObject({
      refusal: { code: is === "IN_PROGRESS" ? "not-shipped" : "illegal-transition" },
    });
  });
});
