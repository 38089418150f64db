import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { ObservedPull } from "../../../src/engine/observation.js";
import { restoreKey, taskKey, workKey } from "../../../src/features/modules/keys.js";
import type { ModuleStep } from "../../../src/features/modules/module-work.js";
import { untouched } from "../../../src/features/modules/task-work.js";
import {
  decideOn,
  FIRST_TASK,
  kinds,
  mergedSpec,
  pendingKinds,
  planning,
  stateOf,
  taskPull,
} from "../../support/loop.js";

const OTHER = "e".repeat(40);
const pulls = (change: Partial<ObservedPull>) => ({ pulls: [mergedSpec, { ...taskPull, ...change }] });

/** The same task with one module at a step. */
function building(step: ModuleStep): FactoryState {
  const work = planning.work[FIRST_TASK];
  if (work === undefined) throw new Error("the first task is in work");
  const module = { ...untouched({ module_ref: "MM-0001@1.0.0", name: "Notes", depends_on: [], reused: false }), step };
  return { ...planning, work: { [FIRST_TASK]: { ...work, stage: { stage: "building" }, modules: [module] } } };
}

const committing: ModuleStep = { step: "committing", activity: "specify", question: 2, gates: ["red"] };
const gating: ModuleStep = {
  step: "gating",
  activity: "specify",
  question: 2,
  head: taskPull.head,
  colour: "red",
  later: [],
  gates: null,
};

describe("the detection of a manual change of a task's branch", () => {
  it("ignores a branch that is as the App left it", () => {
    expect(kinds(decideOn(planning, pulls({})))).toEqual([]);
  });

  it.each([
    ["closes its pull request", { state: "closed", closedBy: "bob" }, { what: "closed", by: "bob" }],
    ["deletes its branch", { state: "closed", closedBy: "bob", branchDeleted: true }, { what: "deleted", by: "bob" }],
    ["pushes to it", { head: OTHER, headAuthor: "bob", key: null }, { what: "pushed", by: "bob" }],
    ["rewrites our own commit", { head: OTHER, headAuthor: "bob" }, { what: "pushed", by: "bob" }],
    ["does it as nobody GitHub knows", { state: "closed" }, { what: "closed", by: "somebody" }],
  ] as const)("halts the task if a person %s, and asks once", (_what, change, taken) => {
    const decision = decideOn(planning, pulls(change));
    const cause = { kind: "branch-taken-over", pull_request: taskPull.number, ...taken };
    expect(decision.events).toMatchObject([
      { kind: "work-updated", event: { kind: "work-failed", cause } },
      { kind: "work-updated", event: { kind: "work-halted", cause } },
      { kind: "project-updated", event: { kind: "task-halted" } },
    ]);
    expect(decision.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    const [card] = decision.files;
    const files = new Map([[card?.path ?? "", card?.text ?? ""]]);
    expect(kinds(decideOn(stateOf(decision), pulls(change), { files }))).not.toContain("work-updated");
  });

  it("recognises its own commit by the key that is due, before the state does", () => {
    const committed = pulls({ head: OTHER, key: workKey(FIRST_TASK, 2) });
    expect(decideOn(building(committing), committed).events[0]).toMatchObject({ event: { kind: "work-committed" } });
  });

  it.each([
    ["the key of a commit that stands already", building(gating), workKey(FIRST_TASK, 2)],
    ["the key of another question", building(committing), workKey(FIRST_TASK, 1)],
    ["the key of the task file", planning, taskKey(FIRST_TASK)],
  ])("is not fooled by %s", (_what, state, key) => {
    expect(decideOn(state, pulls({ head: OTHER, key })).events[0]).toMatchObject({
      event: { kind: "work-failed", cause: { what: "pushed" } },
    });
  });

  it("also asks about a push at the moment in which the pull request was opened", () => {
    const work = planning.work[FIRST_TASK];
    if (work === undefined) throw new Error("the first task is in work");
    const fresh = { ...work, stage: { stage: "opening" } as const, head: null, start: null };
    const opening = { ...planning, work: { [FIRST_TASK]: fresh } };
    expect(kinds(decideOn(opening, pulls({ key: "something-else" })))[0]).toBe("work-updated");
    expect(decideOn(opening, pulls({})).events[0]).toMatchObject({ event: { kind: "work-opened" } });
  });
});

describe("after a person asked for another attempt", () => {
  const work = planning.work[FIRST_TASK];
  if (work === undefined) throw new Error("the first task is in work");
  const again: FactoryState = {
    ...planning,
    work: { [FIRST_TASK]: { ...work, attempt: 2, stage: { stage: "opening" } } },
  };
  const path = planning.project?.tasks[FIRST_TASK]?.path ?? "";
  const files = new Map([[path, "# Task\n"]]);

  it("reopens the closed pull request, on the present branch", () => {
    const decision = decideOn(again, pulls({ state: "closed", key: "work-x" }), { files });
    expect(decision.pending).toContainEqual(
      expect.objectContaining({ kind: "propose-files", branch: taskPull.branch, key: "work-x" }),
    );
    expect(pendingKinds(decision)).not.toContain("restore-tree");
  });

  it("creates a deleted branch again, with nothing to restore", () => {
    const key = restoreKey(FIRST_TASK, 2);
    const decision = decideOn(again, pulls({ state: "closed", branchDeleted: true }), { files });
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "propose-files", key }));
    const opened = decideOn(again, pulls({ key, head: OTHER }), { files });
    expect(opened.state?.work[FIRST_TASK]).toMatchObject({ stage: { stage: "planning" }, start: OTHER, head: OTHER });
  });

  it("restores a branch that a person pushed to", () => {
    const decision = decideOn(again, pulls({ head: OTHER, key: null }), { files });
    expect(decision.pending).toContainEqual(
      expect.objectContaining({ kind: "restore-tree", parent: OTHER, to: work.start }),
    );
  });
});
