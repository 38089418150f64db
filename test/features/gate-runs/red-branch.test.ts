import { describe, expect, it } from "vitest";
import { redBranch } from "../../../src/features/gate-runs/red-branch.js";
import { detectHalt, escalationOf } from "../../../src/features/halts/detect-halt.js";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import { checkCompleteness } from "../../../src/features/halts/escalation/completeness.js";
import type { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { tasksInWork } from "../../../src/features/modules/work-situation.js";
import { approval } from "../../support/debate.js";
import { gateReport, gateRequest, validatorResult } from "../../support/gate-report.js";
import { aProject, NOON, SHA, t } from "../../support/project-state.js";
import { situation } from "../../support/release.js";
import { adjudicated, built, challenged, gates, moved, planned, sha, shipped } from "../../support/task-work.js";

const TASK = t("now");
const RED = { validator: "PRODUCTION_BUILD_PASS", message: "the build failed", fix: "" };

const REPORTS = {
  judge: gateReport(gateRequest({ run_type: "INTEGRITY" })),
  execute: gateReport(gateRequest({ run_type: "INTEGRITY", part: "execute" }), {
    validators: [validatorResult({ code: "PRODUCTION_BUILD_PASS", gate: 3, status: "FAILED" })],
  }),
};

/** The whole branch is judged and red, and nobody is to be asked once more; the halt that follows. */
function haltOf(done: TaskWork): { readonly cause: HaltCause; readonly escalation: Escalation } {
  const due = moved(done, { kind: "integration-due", head: sha("8"), base: sha("9") });
  const judged = moved(due, { kind: "gates-requested", module_id: null, gates: gates("INTEGRITY") });
  const project = aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } });
  const inWork = (work: TaskWork) => {
    const here = situation({ project, release: null, work: { [TASK]: work } });
    const [first] = tasksInWork(here);
    if (first === undefined) throw new Error("the task is in work");
    return { here, first };
  };
  const [event] = redBranch(inWork(judged).first, REPORTS, [RED], { reaction: "ask-a-person" });
  if (event?.kind !== "work-failed") throw new Error(`the work fails, not ${event?.kind}`);
  const { here, first } = inWork(moved(judged, event));
  const [halted] = detectHalt(here, first);
  if (halted?.kind !== "work-updated" || halted.event.kind !== "work-halted") throw new Error("the task halts");
  const { cause, escalation: escalationId } = halted.event;
  return {
    cause,
    escalation: escalationOf({ state: here.state, taskId: TASK, cause, escalationId, stateHead: SHA, now: NOON }),
  };
}

const builtOf = (work: TaskWork) => shipped(adjudicated(challenged(built(work)), approval));

describe("a branch that is red as a whole", () => {
  it("is attributed to the module that was built last, also if a reused one comes after it", () => {
    const { cause, escalation } = haltOf(builtOf(planned({ id: "MM-0001" }, { id: "MM-0009", reused: true })));
    expect(cause).toMatchObject({ kind: "gates-failing", module: "MM-0001@1.0.0" });
    expect(escalation.module_outcomes.failed).toEqual(["MM-0001@1.0.0"]);
    expect(checkCompleteness(escalation)).toEqual([]);
  });

  it("is attributed to no module if none was built", () => {
    const { cause, escalation } = haltOf(planned({ id: "MM-0009", reused: true }));
    expect(cause).toEqual({
      kind: "branch-failing",
      failures: [{ validator: "PRODUCTION_BUILD_PASS", message: "the build failed" }],
    });
    expect(escalation.module_outcomes.failed).toEqual([]);
    expect(checkCompleteness(escalation)).toEqual([]);
  });
});
