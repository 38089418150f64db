import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { ModuleStep } from "../../../src/features/modules/module-work.js";
import { untouched } from "../../../src/features/modules/task-work.js";
import {
  decideOn,
  FIRST_TASK,
  mergedSpec,
  notes,
  planning,
  SECOND_TASK,
  stateOf,
  TASK_PULL,
  taskPull,
} from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";

const MERGE = "f".repeat(40);
const byHand = { ...taskPull, state: "merged", mergeSha: MERGE, closedBy: "bob" } as const;
const seen = { pulls: [mergedSpec, byHand] };
const halted = stateOf(decideOn(planning, { pulls: [mergedSpec, { ...taskPull, state: "closed", closedBy: "bob" }] }));
const statusOf = (state: FactoryState | null, task: string) => state?.project?.tasks[task]?.status;

describe("a person's merge of a task's pull request", () => {
  it.each([
    ["in work", planning, "planning"],
    ["halted", halted, "halted"],
  ])("ships a task that is %s, with a rationale that names who merged it", (_status, state, stage) => {
    const decision = decideOn(state, seen);
    expect(decision.events[0]).toMatchObject({
      event: { kind: "task-shipped", task_id: FIRST_TASK, merge_sha: MERGE, module_refs: [] },
    });
    expect(decision.events[0]).toMatchObject({
      event: { rationale: `bob merged pull request #${TASK_PULL} by hand while the work was ${stage}.` },
    });
    expect(statusOf(decision.state, FIRST_TASK)).toBe("SHIPPED");
    expect(statusOf(decision.state, SECOND_TASK)).toBe("IN_PROGRESS");
    expect(notes(decision)).toMatchObject([{ key: `merged-by-hand:${TASK_PULL}`, issue: TASK_PULL }]);
    expect(notes(decideOn(stateOf(decision), seen))).toEqual([]);
  });

  it("names only modules that left their evidence behind", () => {
    const work = planning.work[FIRST_TASK];
    if (work === undefined) throw new Error("the first task is in work");
    const module = (id: string, step: ModuleStep) => ({
      ...untouched({ module_ref: `${id}@1.0.0`, name: id, depends_on: [], reused: false }),
      step,
    });
    const modules = [module("MM-0001", { step: "shipped", head: HEAD }), module("MM-0002", { step: "waiting" })];
    const state: FactoryState = { ...planning, work: { [FIRST_TASK]: { ...work, modules } } };
    expect(decideOn(state, seen).events[0]).toMatchObject({ event: { module_refs: ["MM-0001@1.0.0"] } });
  });

  it("waits until GitHub says which commit the merge made", () => {
    expect(decideOn(planning, { pulls: [mergedSpec, { ...byHand, mergeSha: null }] }).events).toEqual([]);
  });

  it("does not take another product's pull request on a branch of the same name for this one", () => {
    const decision = decideOn(planning, { pulls: [mergedSpec, { ...byHand, number: 2 }] });
    expect(statusOf(decision.state, FIRST_TASK)).toBe("IN_PROGRESS");
  });

  it("records a merge that overtook an abort", () => {
    const { project } = planning;
    if (project === null) throw new Error("the project has started");
    const aborted: FactoryState = { ...planning, project: { ...project, status: "ABORTED" } };
    expect(statusOf(decideOn(aborted, seen).state, FIRST_TASK)).toBe("SHIPPED");
  });
});
