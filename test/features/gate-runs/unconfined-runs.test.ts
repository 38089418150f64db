import { describe, expect, it } from "vitest";
import type { ConfinementPolicy } from "../../../src/domain/config/gates-config.js";
import { unconfined } from "../../../src/domain/gates/confinement.js";
import type { GateReport, ValidatorResult } from "../../../src/domain/gates/gate-report.js";
import type { GatePart } from "../../../src/domain/gates/gate-request.js";
import { type GateNumber, VALIDATORS_BY_GATE } from "../../../src/domain/gates/validator-code.js";
import { concludedChecks } from "../../../src/features/gate-runs/check-effects.js";
import { detectGates } from "../../../src/features/gate-runs/detect-gates.js";
import { gateFiles } from "../../../src/features/gate-runs/gate-files.js";
import { gateRequests } from "../../../src/features/gate-runs/gates-awaited.js";
import { gateReportPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { tasksInWork } from "../../../src/features/modules/work-situation.js";
import { withheldFinding, withheldFor } from "../../../src/gates/run/withheld.js";
import { aConfig } from "../../support/config.js";
import { approval } from "../../support/debate.js";
import { gateReport, validatorResult } from "../../support/gate-report.js";
import { pull } from "../../support/observed.js";
import { aProject, NOON, t } from "../../support/project-state.js";
import { situation } from "../../support/release.js";
import {
  adjudicated,
  built,
  challenged,
  gated,
  gates,
  moved,
  planned,
  proposed,
  sha,
  shipped,
  specified,
  stepOf,
} from "../../support/task-work.js";

const TASK = t("now");
const REASON = "bubblewrap is not installed";
const withheld = withheldFor({ kind: "none", reason: REASON }, "required");
if (withheld === undefined) throw new TypeError("nothing confines anything");
const { message, fix = "", details } = withheldFinding(withheld);

/** Code is at its gates. */
const GREEN = moved(proposed(gated(specified(planned({ id: "MM-0001" }))), "implement"), {
  kind: "gates-requested",
  module_id: "MM-0001",
  gates: gates(),
});
/** Everything has shipped on the branch, which is at gate 3. */
const WHOLE = moved(
  moved(shipped(adjudicated(challenged(built(planned({ id: "MM-0001" }))), approval)), {
    kind: "integration-due",
    head: sha("6"),
    base: sha("5"),
  }),
  { kind: "gates-requested", module_id: null, gates: gates("INTEGRITY") },
);

const passing = (...numbers: GateNumber[]): ValidatorResult[] =>
  numbers.flatMap((gate) => VALIDATORS_BY_GATE[gate].map((code) => validatorResult({ code, gate })));

/** Both halves of a run on a machine that confines nothing: all green, or nothing run. */
function reports(work: TaskWork, ran: "everything" | "nothing"): readonly GateReport[] {
  const isWhole = work.stage.stage === "integrating";
  const awaited = gates(isWhole ? "INTEGRITY" : "EXECUTION");
  const green = isWhole ? passing(3) : passing(0, 1, 2);
  const notRun = green.map((result) => ({
    ...result,
    status: "NOT_RUN" as const,
    message,
    fix,
    details: { ...details },
  }));
  const runner = { id: "local", confinement: unconfined(REASON), lock_file_digest: null };
  const of: Readonly<Record<GatePart, Partial<GateReport>>> = {
    judge: { validators: green },
    execute: { validators: ran === "everything" ? green : notRun, runner },
  };
  return gateRequests(awaited, { task: TASK, module: "MM-0001@1.0.0" }).map((request) =>
    gateReport(request, of[request.part]),
  );
}

function here(work: TaskWork, ran: "everything" | "nothing", confinement: ConfinementPolicy) {
  const project = aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } });
  const gateRuns = reports(work, ran).map((report, index) => ({
    nonce: report.nonce,
    runId: 41 + index,
    url: "",
    state: "reported" as const,
    report,
  }));
  const config = aConfig({ gates: { ...aConfig().gates, confinement } });
  return situation({ project, release: null, work: { [TASK]: work } }, { gateRuns }, { config });
}

function noticed(...given: Parameters<typeof here>) {
  const now = here(...given);
  const [inWork] = tasksInWork(now);
  if (inWork === undefined) throw new TypeError("the task is in work");
  const [event, ...more] = detectGates(now, inWork);
  if (event === undefined || more.length > 0) throw new TypeError("one thing is noticed");
  return { now, event };
}

describe("a run that ran nothing, because nothing confines it", () => {
  it.each(["required", "preferred"] as const)("halts the task at once, also once it is %s", (policy) => {
    const { event } = noticed(GREEN, "nothing", policy);
    expect(event).toEqual({
      kind: "work-failed",
      cause: { kind: "gate-run-failed", runs: [{ run_id: 42, conclusion: `${message}. ${fix}` }] },
      gates_of: "MM-0001",
    });
  });

  it("costs the module no attempt, and is asked for again when the work goes on", () => {
    const { event } = noticed(GREEN, "nothing", "required");
    const work = moved(GREEN, event);
    expect(work.modules[0]?.progress).toEqual(GREEN.modules[0]?.progress);
    expect(stepOf(work)).toMatchObject({ step: "gating", gates: null });
    expect(work.halting).toMatchObject({ kind: "gate-run-failed" });
  });

  it("stays in sight in the pull request's check: what was not run, why and what to do", () => {
    const { now, event } = noticed(GREEN, "nothing", "required");
    const kept = gateFiles(now, { kind: "work-updated", at: NOON, task_id: TASK, event });
    expect(kept.map(({ path }) => path)).toEqual(["a", "b"].map((nonce) => gateReportPath(TASK, nonce.repeat(32))));
    const files = new Map(kept.map(({ path, text }) => [path, text]));
    const work = moved(GREEN, event);
    const seen = pull({ number: 5, branch: "factory/now", head: sha("6") });
    const [check] = concludedChecks({ files }, { taskId: TASK, work, pull: seen });
    if (check?.kind !== "keep-check-run") throw new TypeError("there is a check run");
    expect(check.status).toEqual({ kind: "completed", conclusion: "failure" });
    expect(check.summary).toContain("### NOT_RUN TASK_TEST_PASSES");
    expect(check.summary).toContain("nothing on this machine confines code under test (bubblewrap is not installed)");
    expect(check.summary).toContain("**To do:** Install bubblewrap");
    expect(check.summary).not.toContain("ran unconfined");
  });

  it("halts the task at gate 3 as well", () => {
    expect(noticed(WHOLE, "nothing", "required").event).toMatchObject({
      kind: "work-failed",
      cause: { kind: "gate-run-failed" },
      gates_ended: true,
    });
  });
});

describe("a run that ran code unconfined, all green", () => {
  it.each([
    ["of a module", GREEN],
    ["of a whole branch", WHOLE],
  ])(
    "%s is no pass where confinement is required, whatever the action was, and none of it is shown",
    (_which, work) => {
      const { event } = noticed(work, "everything", "required");
      expect(event).toEqual({
        kind: "work-failed",
        cause: {
          kind: "gate-run-failed",
          runs: [{ run_id: 42, conclusion: expect.stringContaining(`ran unconfined (${REASON})`) }],
        },
      });
      const after = moved(work, event);
      expect([after.integrated, after.modules[0]?.concluded]).toEqual([work.integrated, work.modules[0]?.concluded]);
    },
  );

  it.each([
    ["of a module", GREEN],
    ["of a whole branch", WHOLE],
  ])("%s counts where confinement is preferred", (_which, work) => {
    expect(noticed(work, "everything", "preferred").event).toMatchObject({ kind: "gates-concluded", failures: [] });
  });
});
