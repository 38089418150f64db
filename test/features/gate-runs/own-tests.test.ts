import { expect, it } from "vitest";
import type { ValidatorResult } from "../../../src/domain/gates/gate-report.js";
import { type GateNumber, VALIDATORS_BY_GATE } from "../../../src/domain/gates/validator-code.js";
import { detectGates } from "../../../src/features/gate-runs/detect-gates.js";
import { gateRequests } from "../../../src/features/gate-runs/gates-awaited.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { tasksInWork } from "../../../src/features/modules/work-situation.js";
import { gateReport, validatorResult } from "../../support/gate-report.js";
import { aProject, t } from "../../support/project-state.js";
import { situation } from "../../support/release.js";
import { gated, gates, moved, planned, proposed, specified, stepOf } from "../../support/task-work.js";

const TASK = t("now");
const SPECIFIED = gated(specified(planned({ id: "MM-0001" })));

const results = (failing: readonly string[]): ValidatorResult[] =>
  ([0, 1, 2] satisfies GateNumber[]).flatMap((gate) =>
    VALIDATORS_BY_GATE[gate].map((code) =>
      validatorResult({
        code,
        gate,
        ...(failing.includes(code) ? { status: "FAILED" as const, fix: "Mend it." } : {}),
      }),
    ),
  );

/** The work after gates in which these validators failed. */
function afterGates(before: TaskWork, ...failing: readonly string[]): TaskWork {
  const awaited = gates("EXECUTION");
  const work = moved(before, { kind: "gates-requested", module_id: "MM-0001", gates: awaited });
  const gateRuns = gateRequests(awaited, { task: TASK, module: "MM-0001@1.0.0" }).map((request, index) => ({
    nonce: request.nonce,
    runId: 41 + index,
    url: "",
    state: "reported" as const,
    report: gateReport(request, { validators: results(failing) }),
  }));
  const project = aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } });
  const now = situation({ project, release: null, work: { [TASK]: work } }, { gateRuns });
  const [inWork] = tasksInWork(now);
  const [event] = inWork === undefined ? [] : detectGates(now, inWork);
  if (event === undefined) throw new TypeError("the gates have ended");
  return moved(work, event);
}

it("an attempt whose own tests pass is mended in place, and the next one is judged by its own run", () => {
  const red = afterGates(proposed(SPECIFIED, "implement"), "STYLE_CONSISTENCY_LINT");
  expect(stepOf(red)).toMatchObject({ step: "asking", activity: "implement", attempt: 2, from: "head" });
  const worse = afterGates(proposed(red, "implement"), "TASK_TEST_PASSES");
  expect(stepOf(worse)).toMatchObject({ step: "asking", activity: "implement", attempt: 3, from: "red-commit" });
});

it("an attempt whose own tests fail starts again from the red commit", () => {
  const red = afterGates(proposed(SPECIFIED, "implement"), "TASK_TEST_PASSES");
  expect(stepOf(red)).toMatchObject({ step: "asking", activity: "implement", from: "red-commit" });
});
