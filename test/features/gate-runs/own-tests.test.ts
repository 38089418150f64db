import { describe, expect, it } from "vitest";
import type { GateReport, ValidatorResult } from "../../../src/domain/gates/gate-report.js";
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
  return afterReports(before, failing, {});
}

function afterReports(before: TaskWork, failing: readonly string[], more: Partial<GateReport>): TaskWork {
  const awaited = gates("EXECUTION");
  const work = moved(before, { kind: "gates-requested", module_id: "MM-0001", gates: awaited });
  const gateRuns = gateRequests(awaited, { task: TASK, module: "MM-0001@1.0.0" }).map((request, index) => ({
    nonce: request.nonce,
    runId: 41 + index,
    url: "",
    state: "reported" as const,
    report: gateReport(request, { validators: results(failing), ...(request.part === "execute" ? more : {}) }),
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

describe("tests that would notice nothing", () => {
  const mutation = {
    kind: "tried",
    mutants: [{ path: "src/a.js", line: 3, operator: "boundary", change: "`<` becomes `<=`", fate: "survived" }],
    left: 0,
    clauses: [{ clause: "CL-HAPPY-001", tests: 1, killed: 0 }],
    violations: [{ message: "The test of CL-HAPPY-001 notices nothing.", fix: "Assert the value." }],
    duration_ms: 5,
  } satisfies GateReport["mutation"];

  it("are revised, because an implementation may not change them; the attempt counts and no revision is spent", () => {
    const red = afterReports(proposed(SPECIFIED, "implement"), [], { mutation });
    expect(stepOf(red)).toMatchObject({ step: "asking", activity: "revise", from: "head" });
    expect(red.modules[0]).toMatchObject({
      progress: { gate_attempts: 1, revisions: 0 },
      failures: [
        { validator: "MUTATION", message: "The test of CL-HAPPY-001 notices nothing.", fix: "Assert the value." },
      ],
    });
  });

  it("are no reason for another activity where something else is wrong as well", () => {
    const red = afterReports(proposed(SPECIFIED, "implement"), ["STYLE_CONSISTENCY_LINT"], { mutation });
    expect(stepOf(red)).toMatchObject({ step: "asking", activity: "implement" });
  });

  it("are no failure if the report names no violation", () => {
    const green = afterReports(proposed(SPECIFIED, "implement"), [], { mutation: { ...mutation, violations: [] } });
    expect(stepOf(green)).toMatchObject({ step: "asking", activity: "challenge" });
  });
});
