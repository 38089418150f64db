import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { ModuleWork } from "../../../src/features/modules/module-work.js";
import { NEW_WORK, untouched } from "../../../src/features/modules/task-work.js";
import { newFactoryState } from "../../../src/features/request/new-state.js";
import type { TaskStatus } from "../../../src/features/tasks/board/project-state.js";
import { initProject } from "../../../src/features/tasks/task-file/init-project.js";
import { goingOn, progressOf, reworkGoingOn, taskNews } from "../../../src/sandbox/demo/progress.js";
import { specOfTasks, specTask } from "../../support/product-spec.js";

const NOW = "2026-03-01T12:00:00Z";
const fresh = newFactoryState(7, { issue: 2, title: "Build", requester: "ada", lane: "full", requested_at: NOW });

/** Two tasks, the second of which needs the first. */
function building(first: TaskStatus, second: TaskStatus = "PENDING"): FactoryState {
  const spec = specOfTasks([specTask(1, { name: "Count" }), specTask(2, { name: "Say", depends_on: ["TSK-001"] })]);
  const made = initProject(spec, { projectId: "p", startingSha: "a".repeat(40), branch: "main", now: NOW });
  if (!made.ok) throw new Error(made.refusal.message);
  const { state } = made.value;
  const [one = "", two = ""] = Object.keys(state.tasks);
  const tasks = {
    [one]: { ...state.tasks[one], status: first, pull_request: 4 },
    [two]: { ...state.tasks[two], status: second },
  } as typeof state.tasks;
  const stage = { stage: "planning", question: 1, attempt: 1 } as const;
  const work = first === "IN_PROGRESS" ? { [one]: { ...NEW_WORK, stage } } : {};
  return { ...fresh, project: { ...state, tasks }, work };
}

/** A module that the proposer is asked about. */
function asked(activity: "implement" | "revise" | "amend"): ModuleWork {
  const module = untouched({ module_ref: "MM-0001@1.0.0", name: "Count", depends_on: [], reused: false });
  return { ...module, step: { step: "asking", activity, question: 2, attempt: 1, from: "head" } };
}

describe("the status of a product, in words", () => {
  it("shows the current step of the task in progress, and the waits of the others", () => {
    const progress = progressOf(building("IN_PROGRESS"));
    const { tasks, shipped } = progress;
    expect(goingOn(progress)).toEqual(["Count · the planner cuts it into modules"]);
    expect(tasks.map(({ title, pull, words }) => [title, pull, words])).toEqual([
      ["Count", 4, "the planner cuts it into modules"],
      ["Say", null, "waits for Count"],
    ]);
    expect(shipped).toBe(0);
  });

  it.each([
    ["revise", ["Count · the proposer revises it"]],
    ["amend", ["Count · the proposer applies the arbiter's amendments"]],
    ["implement", []],
  ] as const)("has a line that stays where the proposer is to %s: %j", (activity, lines) => {
    const state = building("IN_PROGRESS");
    const [id = ""] = Object.keys(state.work);
    const work = { [id]: { ...NEW_WORK, stage: { stage: "building" as const }, modules: [asked(activity)] } };
    expect(reworkGoingOn(progressOf({ ...state, work }))).toEqual(lines);
    expect(reworkGoingOn(progressOf(building("SHIPPED")))).toEqual([]);
  });

  it("is the halt, and every task that goes on beside it", () => {
    const halted = "Count · halted, waits for a person's decision";
    expect(goingOn(progressOf(building("HALTED", "BLOCKED")))).toEqual([halted]);
    expect(goingOn(progressOf(building("HALTED", "IN_PROGRESS")))).toEqual([
      halted,
      "Say · its branch is being opened",
    ]);
  });

  it("is the next task, or the release, when nothing is in work", () => {
    expect(goingOn(progressOf(building("SHIPPED")))).toEqual(["the next task is chosen"]);
    expect(progressOf(building("SHIPPED", "SHIPPED"))).toMatchObject({
      between: "the release is prepared",
      shipped: 2,
    });
  });

  it("is the spec, before there are tasks", () => {
    expect(progressOf(fresh)).toMatchObject({ between: "the request is being read", tasks: [], cost: "$0.00" });
  });

  it("reports lasting changes: a task that is started, shipped or abandoned", () => {
    const news = (before: FactoryState, after: FactoryState) =>
      taskNews(progressOf(before), progressOf(after), (pull) => `http://page/${pull}`);
    expect(news(fresh, building("IN_PROGRESS"))).toEqual(["#4 Count is in work: http://page/4"]);
    expect(news(building("IN_PROGRESS"), building("HALTED", "BLOCKED"))).toEqual([]);
    expect(news(building("HALTED", "BLOCKED"), building("SHIPPED", "ABANDONED"))).toEqual([
      "#4 Count has shipped",
      "Say is abandoned",
    ]);
    expect(news(building("SHIPPED"), building("SHIPPED"))).toEqual([]);
  });
});
