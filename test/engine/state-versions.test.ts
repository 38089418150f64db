import { describe, expect, it } from "vitest";
import { StoredEvents, StoredState, upgradeWork } from "../../src/engine/state-versions.js";
import type { ModuleWork } from "../../src/features/modules/module-work.js";
import { TaskWork } from "../../src/features/modules/task-work.js";
import { aUsageLine } from "../support/artifacts.js";
import { aProposal } from "../support/debate.js";
import { AT_GREEN, inWork, modules } from "../support/halted.js";
import { exception } from "../support/interface-change.js";
import { FIRST_TASK } from "../support/loop.js";

const AT = "2026-03-01T10:00:00Z";
const CHANGE = {
  task_id: FIRST_TASK,
  target_module: "MM-0007@1.0.0",
  decisions: [],
  questions: 1,
};
const debating = { stage: "debating", round: 1, question: 1 };
const STATE = {
  ...inWork({ modules: modules({ step: AT_GREEN }) }),
  interface_changes: { "ICE-0a1b2c3d": { ...CHANGE, stage: { ...debating, activity: "challenge" } } },
};

/** The same step as the second version wrote it. */
function stepV2({ step, ...module }: ModuleWork): unknown {
  if (!("activity" in step)) return { ...module, step };
  const { activity, ...rest } = step;
  return { ...module, step: { ...rest, move: activity } };
}

function workV2({ modules: all, ...work }: TaskWork): unknown {
  return { ...work, modules: all.map(stepV2) };
}

describe("a state of the second version", () => {
  const second = {
    ...STATE,
    schema_version: 2,
    work: Object.fromEntries(Object.entries(STATE.work).map(([task, work]) => [task, workV2(work)])),
    interface_changes: { "ICE-0a1b2c3d": { ...CHANGE, stage: { ...debating, move: "challenge" } } },
  };

  it("is read with what its modules and its interface changes were asked for", () => {
    expect(JSON.stringify(second)).toContain('"move":"implement"');
    expect(StoredState.parse(second)).toEqual(STATE);
  });

  it("is not taken for one of this version", () => {
    expect(StoredState.safeParse({ ...second, schema_version: 3 }).success).toBe(false);
    expect(StoredState.safeParse({ ...STATE, schema_version: 4 }).success).toBe(false);
  });
});

describe("a state of this version", () => {
  it("is read as it is", () => {
    expect(StoredState.parse(STATE)).toEqual(STATE);
  });
});

describe("the work of a task that ended in the second version", () => {
  it("is read with what its modules were asked for", () => {
    const work = Object.values(STATE.work)[0];
    if (work === undefined) throw new Error("there is no work");
    expect(TaskWork.parse(upgradeWork(workV2(work)))).toEqual(work);
    expect(TaskWork.parse(upgradeWork(work))).toEqual(work);
  });
});

describe("events of the second version", () => {
  const proposal = aProposal();
  const written = { question: 3, usage: [], module_id: "MM-0001", contract_changed: false, tests_changed: false };

  it("have their kinds, the events inside them and what was asked for under the new names", () => {
    const second = [
      {
        kind: "work-moved",
        at: AT,
        task_id: FIRST_TASK,
        move: { kind: "module-proposed", ...written, move: "implement", proposal },
      },
      { kind: "project-moved", at: AT, move: { kind: "project-paused", at: AT } },
      {
        kind: "interface-change-moved",
        at: AT,
        exception_id: "ICE-0a1b2c3d",
        move: { kind: "task-added", task_id: FIRST_TASK },
      },
    ];
    expect(StoredEvents.parse(second)).toEqual([
      {
        kind: "work-updated",
        at: AT,
        task_id: FIRST_TASK,
        event: { kind: "module-proposed", ...written, activity: "implement", proposal },
      },
      { kind: "project-updated", at: AT, event: { kind: "project-paused", at: AT } },
      {
        kind: "interface-change-updated",
        at: AT,
        exception_id: "ICE-0a1b2c3d",
        event: { kind: "task-added", task_id: FIRST_TASK },
      },
    ]);
  });

  it("name the request for an interface change as such", () => {
    const raised = { question: 3, usage: [], module_id: "MM-0001", exception };
    const second = [{ kind: "work-moved", at: AT, task_id: FIRST_TASK, move: { kind: "exception-raised", ...raised } }];
    expect(StoredEvents.parse(second)).toEqual([
      { kind: "work-updated", at: AT, task_id: FIRST_TASK, event: { kind: "interface-change-raised", ...raised } },
    ]);
  });

  it("name calls that were paid for as charged", () => {
    const event = { at: AT, usage: [aUsageLine()] };
    expect(StoredEvents.parse([{ kind: "calls-paid", ...event }])).toEqual([{ kind: "calls-charged", ...event }]);
  });
});
