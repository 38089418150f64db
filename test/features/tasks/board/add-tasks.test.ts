import { describe, expect, it } from "vitest";
import type { AddedTask } from "../../../../src/features/tasks/board/add-tasks.js";
import { applyProjectEvent } from "../../../../src/features/tasks/board/apply-project-event.js";
import { checkState } from "../../../../src/features/tasks/board/check-state.js";
import type { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { aProject, aTask, LATER, statusesOf, t } from "../../../support/project-state.js";

function added(name: string, depends_on: string[] = []): AddedTask {
  return {
    task_id: t(name),
    spec_task_id: null,
    pillar: "Core",
    epic: "Demo",
    story: "Story",
    task: name,
    path: `${name}.md`,
    depends_on: depends_on.map(t),
    priority: 0,
  };
}

const add = (state: ProjectState, tasks: AddedTask[], awaited_by: string[] = []) =>
  applyProjectEvent(state, { kind: "tasks-added", at: LATER, tasks, awaited_by: awaited_by.map(t) });

function stateAfter(...args: Parameters<typeof add>): ProjectState {
  const outcome = add(...args);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  expect(checkState(outcome.value).ok).toBe(true);
  return outcome.value;
}

describe("adding tasks to a running project", () => {
  it("gives them the next declaration orders, PENDING and otherwise blank", () => {
    const next = stateAfter(aProject({ a: { declaration_order: 4 }, b: { declaration_order: 2 } }), [
      added("x"),
      added("y"),
    ]);
    expect(next.tasks[t("x")]).toEqual(aTask({ task: "x", path: "x.md", declaration_order: 5 }));
    expect(next.tasks[t("y")]?.declaration_order).toBe(6);
  });

  it("starts at 0 in an empty project", () => {
    expect(stateAfter(aProject({}), [added("x")]).tasks[t("x")]?.declaration_order).toBe(0);
  });

  it("applies the BLOCKED rule to them at once", () => {
    const next = stateAfter(aProject({ a: { is: "HALTED" } }), [added("x", ["a"]), added("y", ["x"])]);
    expect(statusesOf(next)).toEqual({ a: "HALTED", x: "BLOCKED", y: "BLOCKED" });
  });

  it("lets them depend on one another in any order", () => {
    const next = stateAfter(aProject({ a: { is: "ABANDONED" } }), [added("x", ["y"]), added("y", ["a"])]);
    expect(statusesOf(next)).toMatchObject({ x: "BLOCKED", y: "BLOCKED" });
  });

  it("makes the tasks that await them wait", () => {
    const next = stateAfter(aProject({ a: { is: "SHIPPED" }, b: { after: ["a"] } }), [added("x"), added("y")], ["b"]);
    expect(next.tasks[t("b")]?.depends_on).toEqual([t("a"), t("x"), t("y")]);
  });

  it("writes a doubled dependency once", () => {
    expect(stateAfter(aProject({ a: {} }), [added("x", ["a", "a"])]).tasks[t("x")]?.depends_on).toEqual([t("a")]);
  });

  it.each([
    { why: "an id in use", tasks: [added("a")], awaited: [], code: "task-exists" },
    { why: "an id of an abandoned task", tasks: [added("gone")], awaited: [], code: "task-exists" },
    { why: "one id twice", tasks: [added("x"), added("x")], awaited: [], code: "task-exists" },
    { why: "an unknown dependency", tasks: [added("x", ["z"])], awaited: [], code: "dependency-unknown" },
    { why: "a dependency that was split", tasks: [added("x", ["old"])], awaited: [], code: "dependency-superseded" },
    {
      why: "a circle among them",
      tasks: [added("x", ["y"]), added("y", ["x"])],
      awaited: [],
      code: "dependency-cycle",
    },
    { why: "a task on itself", tasks: [added("x", ["x"])], awaited: [], code: "dependency-cycle" },
    { why: "a circle by waiting", tasks: [added("x", ["b"])], awaited: ["b"], code: "dependency-cycle" },
    { why: "a longer circle by waiting", tasks: [added("x", ["c"])], awaited: ["b"], code: "dependency-cycle" },
    { why: "a shipped task that waits", tasks: [added("x")], awaited: ["a"], code: "not-waiting" },
    { why: "a task in progress that waits", tasks: [added("x")], awaited: ["busy"], code: "not-waiting" },
    { why: "an unknown task that waits", tasks: [added("x")], awaited: ["z"], code: "not-waiting" },
  ])("refuses $why: $code", ({ tasks, awaited, code }) => {
    const state = aProject({
      a: { is: "SHIPPED" },
      b: { after: ["a"] },
      c: { after: ["b"] },
      busy: { is: "IN_PROGRESS" },
      gone: { is: "ABANDONED" },
      old: { is: "ABANDONED", superseded_by: [t("b")] },
    });
    expect(add(state, tasks, awaited)).toMatchObject({ ok: false, refusal: { code } });
  });
});
