import { describe, expect, it } from "vitest";
import { detectHalt, escalationOf } from "../../../src/features/halts/detect-halt.js";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { tasksInWork } from "../../../src/features/modules/work-situation.js";
import { HALTS } from "../../support/halt-causes.js";
import { aProject, NOON, SHA, t } from "../../support/project-state.js";
import { situation } from "../../support/release.js";
import { moved, planned } from "../../support/task-work.js";

const TASK = t("now");
const REFUSED = HALTS["call-failed"];
const LOST = HALTS["gate-run-failed"];

function haltOf(work: TaskWork, named?: HaltCause) {
  const project = aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } });
  const here = situation({ project, release: null, work: { [TASK]: work } });
  const [first] = tasksInWork(here);
  if (first === undefined) throw new Error("the task is in work");
  const [halted] = detectHalt(here, first);
  const event = halted?.kind === "work-updated" ? halted.event : undefined;
  const cause = named ?? (event?.kind === "work-halted" ? event.cause : undefined);
  if (cause === undefined) throw new Error("the task halts");
  return escalationOf({
    state: here.state,
    taskId: TASK,
    cause,
    escalationId: "ESC-00000001",
    stateHead: SHA,
    now: NOON,
  });
}

const failing = (work: TaskWork, module_id: string, cause: HaltCause) =>
  moved(work, { kind: "module-failed", module_id, cause });
const pair = () => planned({ id: "MM-0001" }, { id: "MM-0002" });

describe("the escalation of a halt", () => {
  it("names the plan that was being followed", () => {
    expect(haltOf(failing(planned({ id: "MM-0001" }), "MM-0001", REFUSED)).micro_plan).toEqual({
      micro_plan_id: "MP-00000001",
      digest: "d".repeat(64),
      path: `.factory/tasks/${TASK}/plan.yml`,
    });
  });

  it("has the cause of every module that failed, and is named after the first", () => {
    const { cause, module_causes } = haltOf(failing(failing(pair(), "MM-0001", REFUSED), "MM-0002", LOST));
    expect(cause).toEqual(REFUSED);
    expect(module_causes).toEqual([
      { module: "MM-0001@1.0.0", cause: REFUSED },
      { module: "MM-0002@1.0.0", cause: LOST },
    ]);
  });

  it("keeps what a module failed by when the task halts over something else", () => {
    const failed = failing(pair(), "MM-0001", REFUSED);
    const taken = HALTS["branch-taken-over"];
    const { cause, module_causes } = haltOf(moved(failed, { kind: "work-failed", cause: taken }));
    expect(cause).toEqual(taken);
    expect(module_causes).toEqual([{ module: "MM-0001@1.0.0", cause: REFUSED }]);
  });

  it("does not repeat an exception that is asked about again", () => {
    const { module_causes } = haltOf(
      failing(planned({ id: "MM-0001" }), "MM-0001", HALTS["interface-change"]),
      HALTS["contract-not-agreed"],
    );
    expect(module_causes).toEqual([{ module: "MM-0001@1.0.0", cause: HALTS["contract-not-agreed"] }]);
  });
});
