import { describe, expect, it } from "vitest";
import type { SplitPart } from "../../../../src/features/halts/resolution/human-resolution.js";
import { applyProjectEvent } from "../../../../src/features/tasks/board/apply-project-event.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import type { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { aProject, aTask, ESCALATION, LATER, statusesOf, t } from "../../../support/project-state.js";

const part = (name: string, depends_on: string[] = []): SplitPart => ({
  name,
  description: `does ${name}`,
  acceptance_criteria: ["returns 1", "rejects 2"],
  depends_on,
});

const split = (state: ProjectState, parts: SplitPart[], names = parts.map(({ name }) => name)) =>
  applyProjectEvent(state, {
    kind: "escalation-resolved",
    at: LATER,
    task_id: t("a"),
    escalation_ref: state.tasks[t("a")]?.escalation_ref ?? null,
    resolution: { action: "SPLIT_TASK", new_tasks: parts },
    identities: names.map((name) => ({ task_id: t(name), path: `${name}.md` })),
  });

function stateAfter(...args: Parameters<typeof split>): ProjectState {
  const outcome = split(...args);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  expect(checkState(outcome.value)).toMatchObject({ ok: true });
  return outcome.value;
}

const HALTED = aProject({
  base: { is: "SHIPPED" },
  a: { is: "HALTED", after: ["base"], priority: -3, epic: "Own" },
  b: { is: "BLOCKED", after: ["base", "a"] },
  c: { is: "BLOCKED", after: ["b"] },
});

describe("splitting a task", () => {
  it("abandons the original in favour of its parts", () => {
    expect(stateAfter(HALTED, [part("x"), part("y")]).tasks[t("a")]).toMatchObject({
      status: "ABANDONED",
      superseded_by: [t("x"), t("y")],
      abandoned_reason: `split into ${t("x")}, ${t("y")}`,
      escalation_ref: null,
    });
  });

  it("adds the parts PENDING, last declared, in the original's place of the hierarchy and of people's order", () => {
    const next = stateAfter(HALTED, [part("x", [t("base")]), part("y")]);
    expect(next.tasks[t("x")]).toEqual(
      aTask({ task: "x", path: "x.md", epic: "Own", depends_on: [t("base")], priority: -3, declaration_order: 4 }),
    );
    expect(next.tasks[t("y")]).toMatchObject({ depends_on: [], declaration_order: 5 });
  });

  it("makes each dependant depend on all parts instead, and no one else", () => {
    const next = stateAfter(HALTED, [part("x"), part("y")]);
    expect(next.tasks[t("b")]?.depends_on).toEqual([t("base"), t("x"), t("y")]);
    expect(next.tasks[t("c")]?.depends_on).toEqual([t("b")]);
    expect(statusesOf(next)).toMatchObject({ b: "PENDING", c: "PENDING" });
  });

  it("rewires abandoned dependants, too: no edge to a superseded task is left", () => {
    const state = aProject({ a: { is: "HALTED" }, b: { is: "ABANDONED", after: ["a"] } });
    expect(stateAfter(state, [part("x")]).tasks[t("b")]?.depends_on).toEqual([t("x")]);
  });

  it("blocks parts at once that rest on an abandoned task, and so the dependants", () => {
    const state = aProject({
      gone: { is: "ABANDONED" },
      a: { is: "BLOCKED", after: ["gone"] },
      b: { is: "BLOCKED", after: ["a"] },
    });
    const next = stateAfter(state, [part("x", [t("gone")]), part("y", ["x"])]);
    expect(statusesOf(next)).toMatchObject({ a: "ABANDONED", x: "BLOCKED", y: "BLOCKED", b: "BLOCKED" });
  });

  it.each([
    { how: "by name", entry: "x" },
    { how: "by position", entry: "#1" },
  ])("knows siblings $how", ({ entry }) => {
    expect(stateAfter(HALTED, [part("x"), part("y", [entry])]).tasks[t("y")]?.depends_on).toEqual([t("x")]);
  });

  it("prefers a name to a position, and writes a task named both ways once", () => {
    const next = stateAfter(HALTED, [part("x"), part("#1"), part("z", ["#1", "#2"])], ["x", "y", "z"]);
    expect(next.tasks[t("z")]?.depends_on).toEqual([t("y")]);
  });

  it.each([
    { why: "a name nobody has", entry: "nobody" },
    { why: "position 0", entry: "#0" },
    { why: "a position past the end", entry: "#3" },
    { why: "a task the original did not depend on", entry: t("c") },
    { why: "the original itself", entry: t("a") },
  ])("refuses $why", ({ entry }) => {
    expect(split(HALTED, [part("x"), part("y", [entry])])).toMatchObject({
      refusal: {
        code: "split-dependency-unknown",
        message: `"y" cannot depend on "${entry}": it may name ${t("base")}, "x", "y", #1, #2`,
      },
    });
  });

  it.each([{ circle: [part("x", ["x"])] }, { circle: [part("x", ["y"]), part("y", ["#1"])] }])(
    "refuses parts that wait for themselves",
    ({ circle }) => {
      expect(split(HALTED, circle)).toMatchObject({ refusal: { code: "dependency-cycle" } });
    },
  );

  it("refuses two parts of one name", () => {
    expect(split(HALTED, [part("x"), part("x")], ["x", "y"])).toMatchObject({
      refusal: { code: "split-name-repeated" },
    });
  });

  it("refuses an id that is in use", () => {
    expect(split(HALTED, [part("x")], ["c"])).toMatchObject({ refusal: { code: "task-exists" } });
  });

  it.each([
    { parts: [part("x"), part("y")], names: ["x"] },
    { parts: [part("x")], names: ["x", "y"] },
  ])("is a programming error with $names for its parts", ({ parts, names }) => {
    expect(() => split(HALTED, parts, names)).toThrow("task ids");
  });

  it("can be done again to a part", () => {
    const once = stateAfter(HALTED, [part("x"), part("y", ["x"])]);
    const x = once.tasks[t("x")];
    const halted = {
      ...once,
      tasks: {
        ...once.tasks,
        [t("x")]: { ...aTask({ ...x, status: "HALTED" }), halted_reason: "red", escalation_ref: ESCALATION },
        [t("y")]: aTask({ ...once.tasks[t("y")], status: "BLOCKED" }),
        [t("b")]: aTask({ ...once.tasks[t("b")], status: "BLOCKED" }),
        [t("c")]: aTask({ ...once.tasks[t("c")], status: "BLOCKED" }),
      },
    };
    const outcome = applyProjectEvent(halted, {
      kind: "escalation-resolved",
      at: LATER,
      task_id: t("x"),
      escalation_ref: ESCALATION,
      resolution: { action: "SPLIT_TASK", new_tasks: [part("x1"), part("x2")] },
      identities: [
        { task_id: t("x1"), path: "x1.md" },
        { task_id: t("x2"), path: "x2.md" },
      ],
    });
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    expect(outcome.value.tasks[t("b")]?.depends_on).toEqual([t("base"), t("x1"), t("x2"), t("y")]);
    expect(outcome.value.tasks[t("y")]?.depends_on).toEqual([t("x1"), t("x2")]);
    expect(checkState(outcome.value)).toMatchObject({ ok: true });
  });
});
