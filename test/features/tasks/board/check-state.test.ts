import { describe, expect, it } from "vitest";
import type { Deficiency } from "../../../../src/domain/deficiency.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import type { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { aProject, ESCALATION, NOON, SHA, t } from "../../../support/project-state.js";

function complaints(state: ProjectState): string[] {
  const outcome = checkState(state);
  if (outcome.ok) return [];
  expect(outcome.refusal.code).toBe("state-inconsistent");
  const deficiencies = outcome.refusal.details?.deficiencies as Deficiency[];
  for (const { path, field, message } of deficiencies) {
    expect(outcome.refusal.message).toContain(`${path}.${field}: ${message}`);
  }
  return deficiencies.map(({ path, field, message }) => `${path}.${field}: ${message}`);
}

describe("a state that was read", () => {
  it("is given back when it is consistent", () => {
    const state = aProject({
      a: { is: "SHIPPED" },
      b: { is: "HALTED", after: ["a"] },
      c: { is: "BLOCKED", after: ["b"] },
      d: { is: "ABANDONED" },
      e: { is: "IN_PROGRESS", after: ["a"] },
      f: {},
    });
    expect(checkState(state)).toEqual({ ok: true, value: state });
  });

  it.each([
    { field: "shipped_at", is: "SHIPPED", given: { shipped_at: null } },
    { field: "merge_sha", is: "SHIPPED", given: { merge_sha: null } },
    { field: "halted_reason", is: "HALTED", given: { halted_reason: null } },
    { field: "escalation_ref", is: "HALTED", given: { escalation_ref: null } },
    { field: "abandoned_reason", is: "ABANDONED", given: { abandoned_reason: null } },
  ] as const)("needs $field in a $is task", ({ field, is, given }) => {
    expect(complaints(aProject({ a: { is, ...given } }))).toEqual([`tasks.${t("a")}.${field}: a ${is} task needs it`]);
  });

  it.each([
    { field: "shipped_at", owner: "SHIPPED", given: { shipped_at: NOON } },
    { field: "merge_sha", owner: "SHIPPED", given: { merge_sha: SHA } },
    { field: "halted_reason", owner: "HALTED", given: { halted_reason: "why" } },
    { field: "escalation_ref", owner: "HALTED", given: { escalation_ref: ESCALATION } },
    { field: "abandoned_reason", owner: "ABANDONED", given: { abandoned_reason: "why" } },
  ] as const)("has $field in no other status than $owner", ({ field, owner, given }) => {
    expect(complaints(aProject({ a: given }))).toEqual([
      `tasks.${t("a")}.${field}: only a ${owner} task has it, and this one is PENDING`,
    ]);
  });

  it("names a dependency that does not exist", () => {
    expect(complaints(aProject({ a: { after: ["z"] } }))).toEqual([
      `tasks.${t("a")}.depends_on: ${t("z")} is not a task of this project`,
    ]);
  });

  it("names a dependency listed twice", () => {
    expect(complaints(aProject({ a: {}, b: { after: ["a", "a"] } }))).toEqual([
      `tasks.${t("b")}.depends_on: ${t("a")} is listed twice`,
    ]);
  });

  it.each([
    { cycle: { a: { after: ["a"] } }, walk: `${t("a")} -> ${t("a")}` },
    { cycle: { a: { after: ["b"] }, b: { after: ["a"] } }, walk: `${t("a")} -> ${t("b")} -> ${t("a")}` },
  ])("walks the cycle $walk", ({ cycle, walk }) => {
    expect(complaints(aProject(cycle))).toEqual([`tasks.${t("a")}.depends_on: the tasks wait for themselves: ${walk}`]);
  });

  it("names both holders of one declaration order", () => {
    const state = aProject({ a: { declaration_order: 4 }, b: { declaration_order: 4 } });
    expect(complaints(state)).toEqual([`tasks.${t("b")}.declaration_order: 4 belongs to ${t("a")}`]);
  });

  it.each(["IN_PROGRESS", "HALTED", "SHIPPED"] as const)("has only shipped dependencies under a %s task", (is) => {
    expect(complaints(aProject({ a: {}, b: { is, after: ["a"] } }))).toEqual([
      `tasks.${t("b")}.depends_on: ${t("a")} is PENDING, yet this task has started`,
    ]);
  });

  it("has successors of abandoned tasks only, and they exist", () => {
    expect(complaints(aProject({ a: { superseded_by: [t("b")] }, b: {} }))).toEqual([
      `tasks.${t("a")}.superseded_by: only an ABANDONED task has successors, not a PENDING one`,
    ]);
    expect(complaints(aProject({ a: { is: "ABANDONED", superseded_by: [t("z")] } }))).toEqual([
      `tasks.${t("a")}.superseded_by: ${t("z")} is not another task of this project`,
    ]);
    expect(complaints(aProject({ a: { is: "ABANDONED", superseded_by: [t("a")] } }))).toEqual([
      `tasks.${t("a")}.superseded_by: ${t("a")} is not another task of this project`,
    ]);
  });

  it("has no edge left to a task that was split", () => {
    const state = aProject({
      a: { is: "ABANDONED", superseded_by: [t("b")] },
      b: {},
      c: { is: "BLOCKED", after: ["a"] },
    });
    expect(complaints(state)).toEqual([`tasks.${t("c")}.depends_on: ${t("a")} was split: depend on ${t("b")}`]);
  });

  it.each([
    { a: "HALTED", b: "PENDING", says: `is PENDING, but must be BLOCKED: a task it rests on is HALTED or ABANDONED` },
    {
      a: "ABANDONED",
      b: "PENDING",
      says: `is PENDING, but must be BLOCKED: a task it rests on is HALTED or ABANDONED`,
    },
    { a: "PENDING", b: "BLOCKED", says: `is BLOCKED, but must be PENDING: no task it rests on is HALTED or ABANDONED` },
  ] as const)("keeps the BLOCKED invariant: $b behind $a", ({ a, b, says }) => {
    expect(complaints(aProject({ a: { is: a }, b: { is: b, after: ["a"] } }))).toEqual([
      `tasks.${t("b")}.status: ${says}`,
    ]);
  });

  it("is finished when it is released", () => {
    const tasks = { a: { is: "SHIPPED" }, b: { is: "ABANDONED" }, c: {} } as const;
    expect(complaints(aProject(tasks, { status: "RELEASED" }))).toEqual([
      `tasks.${t("c")}.status: is PENDING, yet the project is RELEASED`,
    ]);
    expect(complaints(aProject(tasks, { status: "ABORTED" }))).toEqual([]);
  });

  it("gets every complaint at once", () => {
    const state = aProject({ a: { is: "HALTED", halted_reason: null, escalation_ref: null }, b: { after: ["z"] } });
    expect(complaints(state)).toHaveLength(3);
  });
});
