import { describe, expect, it } from "vitest";
import type { PlanAdjustment } from "../../../src/features/checkpoints/adjustment.js";
import type { AdjustmentProblem } from "../../../src/features/checkpoints/adjustment-problems.js";
import { applyProjectEvent } from "../../../src/features/tasks/board/apply-project-event.js";
import { checkState } from "../../../src/features/tasks/board/check-state.js";
import { selectForDispatch } from "../../../src/features/tasks/board/dispatch.js";
import type { ProjectState } from "../../../src/features/tasks/board/project-state.js";
import { aProject, LATER, statusesOf, t } from "../../support/project-state.js";

const adjust = (state: ProjectState, adjustment: PlanAdjustment) =>
  applyProjectEvent(state, { kind: "plan-adjusted", at: LATER, adjustment });

function stateAfter(state: ProjectState, adjustment: PlanAdjustment): ProjectState {
  const outcome = adjust(state, adjustment);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  expect(checkState(outcome.value)).toMatchObject({ ok: true });
  return outcome.value;
}

function problems(state: ProjectState, adjustment: PlanAdjustment): string[] {
  const outcome = adjust(state, adjustment);
  if (outcome.ok) return [];
  expect(outcome.refusal.code).toBe("adjustment-refused");
  const found = outcome.refusal.details?.problems as AdjustmentProblem[];
  for (const { entry, message } of found) {
    expect(message).toMatch(new RegExp(`^entry ${entry + 1}: `));
    expect(outcome.refusal.message).toContain(message);
  }
  return found.map(({ entry, code }) => `${entry} ${code}`);
}

const reason = "cancelled";
const PLAN = aProject({
  done: { is: "SHIPPED" },
  running: { is: "IN_PROGRESS", after: ["done"] },
  halted: { is: "HALTED" },
  gone: { is: "ABANDONED" },
  a: { after: ["done"] },
  b: { after: ["a"] },
  c: { after: ["b"] },
  stuck: { is: "BLOCKED", after: ["gone"] },
  free: {},
});

describe("dropping and skipping", () => {
  it("abandons the task with its reason and keeps it", () => {
    const next = stateAfter(PLAN, [
      { drop: t("free"), reason: "cancelled" },
      { skip: t("c"), reason: "not this year" },
    ]);
    expect(next.tasks[t("free")]).toMatchObject({ status: "ABANDONED", abandoned_reason: "dropped: cancelled" });
    expect(next.tasks[t("c")]).toMatchObject({ status: "ABANDONED", abandoned_reason: "skipped: not this year" });
    expect(Object.keys(next.tasks)).toEqual(Object.keys(PLAN.tasks));
  });

  it("may abandon a blocked task", () => {
    expect(statusesOf(stateAfter(PLAN, [{ drop: t("stuck"), reason }])).stuck).toBe("ABANDONED");
  });

  it("leaves every transitive dependant of a skipped task blocked", () => {
    expect(statusesOf(stateAfter(PLAN, [{ skip: t("a"), reason }]))).toMatchObject({
      a: "ABANDONED",
      b: "BLOCKED",
      c: "BLOCKED",
    });
  });

  it("requires that the same command deals with each direct dependant of a dropped task", () => {
    expect(problems(PLAN, [{ drop: t("a"), reason }])).toEqual(["0 dependant-left"]);
    expect(
      problems(PLAN, [
        { drop: t("a"), reason },
        { drop: t("b"), reason },
      ]),
    ).toEqual(["1 dependant-left"]);
  });

  it.each([
    {
      how: "dropped",
      rest: [
        { drop: t("b"), reason },
        { drop: t("c"), reason },
      ],
    },
    { how: "skipped", rest: [{ skip: t("b"), reason }] },
    { how: "cut", rest: [{ cut: t("b"), from: t("a") }] },
  ] as const)("is enough when the dependant is $how", ({ rest }) => {
    expect(statusesOf(stateAfter(PLAN, [{ drop: t("a"), reason }, ...rest])).a).toBe("ABANDONED");
  });

  it("ignores a dependant that was abandoned before", () => {
    const state = aProject({ a: {}, b: { is: "ABANDONED", after: ["a"] } });
    expect(problems(state, [{ drop: t("a"), reason }])).toEqual([]);
  });

  it.each([
    { name: "done", code: "task-fixed" },
    { name: "running", code: "task-fixed" },
    { name: "halted", code: "task-fixed" },
    { name: "gone", code: "task-fixed" },
    { name: "nowhere", code: "unknown-task" },
  ])("$name is refused by every entry: $code", ({ name, code }) => {
    const id = t(name);
    expect(problems(PLAN, [{ skip: id, reason }])).toEqual([`0 ${code}`]);
    expect(problems(PLAN, [{ reorder: [id] }])).toEqual([`0 ${code}`]);
    expect(problems(PLAN, [{ cut: id, from: t("gone") }])).toEqual([`0 ${code}`]);
    expect(problems(PLAN, [{ drop: id, reason }])).toEqual([`0 ${code}`]);
  });

  it("refers a halted task to its card", () => {
    const outcome = adjust(PLAN, [{ skip: t("halted"), reason }]);
    expect(outcome).toMatchObject({ refusal: { message: expect.stringContaining("answer its decision card") } });
  });

  it("names a task once", () => {
    expect(
      problems(PLAN, [
        { skip: t("c"), reason },
        { drop: t("c"), reason },
      ]),
    ).toEqual(["1 task-repeated"]);
  });
});

describe("cutting", () => {
  it("frees a task from one that was abandoned before", () => {
    const next = stateAfter(PLAN, [{ cut: t("stuck"), from: t("gone") }]);
    expect(next.tasks[t("stuck")]).toMatchObject({ status: "PENDING", depends_on: [] });
  });

  it("keeps the other dependencies", () => {
    const state = aProject({ gone: { is: "ABANDONED" }, a: {}, b: { is: "BLOCKED", after: ["gone", "a"] } });
    expect(stateAfter(state, [{ cut: t("b"), from: t("gone") }]).tasks[t("b")]?.depends_on).toEqual([t("a")]);
  });

  it.each(["a", "done"])("is impossible from a task that is still needed: %s", (name) => {
    const state = aProject({ done: { is: "SHIPPED" }, a: {}, b: { after: ["a", "done"] } });
    expect(problems(state, [{ cut: t("b"), from: t(name) }])).toEqual(["0 edge-needed"]);
  });

  it("is impossible without an edge", () => {
    expect(problems(PLAN, [{ cut: t("free"), from: t("gone") }])).toEqual(["0 edge-unknown"]);
  });
});

describe("reordering", () => {
  const order = (state: ProjectState) => {
    const answer = selectForDispatch({ ...state, status: "ACTIVE" }, { concurrency: 9 });
    return answer.kind === "start" ? answer.tasks : [];
  };

  it("puts the listed tasks first, in that order; the rest keep theirs behind them", () => {
    const state = aProject({ a: {}, b: {}, c: {}, d: {} });
    const next = stateAfter(state, [{ reorder: [t("d"), t("b")] }]);
    expect(order(next)).toEqual([t("d"), t("b"), t("a"), t("c")]);
    expect(next.tasks[t("a")]).toEqual(state.tasks[t("a")]);
  });

  it("works again on what was reordered before", () => {
    const once = stateAfter(aProject({ a: {}, b: {}, c: {} }), [{ reorder: [t("c")] }]);
    const twice = stateAfter(once, [{ reorder: [t("b")] }]);
    expect(order(twice)).toEqual([t("b"), t("c"), t("a")]);
    expect(order(stateAfter(twice, [{ reorder: [t("a"), t("b"), t("c")] }]))).toEqual([t("a"), t("b"), t("c")]);
  });

  it("goes before blocked tasks with a lower priority, too", () => {
    const state = aProject({ h: { is: "HALTED" }, a: { is: "BLOCKED", after: ["h"], priority: -4 }, b: {} });
    expect(stateAfter(state, [{ reorder: [t("b")] }]).tasks[t("b")]?.priority).toBe(-5);
  });

  it("never touches declaration_order", () => {
    const before = aProject({ a: {}, b: {}, c: {} });
    const next = stateAfter(before, [{ reorder: [t("c"), t("a")] }]);
    for (const [id, { declaration_order }] of Object.entries(before.tasks)) {
      expect(next.tasks[id]?.declaration_order).toBe(declaration_order);
    }
  });

  it.each([
    { why: "a task twice", adjustment: [{ reorder: [t("a"), t("a")] }], code: "0 task-repeated" },
    { why: "two orders", adjustment: [{ reorder: [t("a")] }, { reorder: [t("b")] }], code: "1 reorder-repeated" },
    {
      why: "a task that is dropped",
      adjustment: [{ reorder: [t("a")] }, { skip: t("a"), reason }],
      code: "0 task-given-up",
    },
  ])("refuses $why", ({ adjustment, code }) => {
    expect(problems(aProject({ a: {}, b: {} }), adjustment)).toEqual([code]);
  });
});

describe("an adjustment", () => {
  it("is applied entirely or not at all, and every problem is named", () => {
    expect(
      problems(PLAN, [
        { drop: t("free"), reason },
        { skip: t("done"), reason },
        { reorder: [t("running"), t("nowhere")] },
      ]),
    ).toEqual(["1 task-fixed", "2 task-fixed", "2 unknown-task"]);
  });

  it("combines edits of one task", () => {
    const state = aProject({ a: {}, b: {}, c: { after: ["a", "b"] } });
    const next = stateAfter(state, [
      { drop: t("a"), reason },
      { drop: t("b"), reason },
      { cut: t("c"), from: t("a") },
      { cut: t("c"), from: t("b") },
      { reorder: [t("c")] },
    ]);
    expect(next.tasks[t("c")]).toMatchObject({ depends_on: [], priority: -1, status: "PENDING" });
  });
});
