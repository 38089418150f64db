import { describe, expect, it } from "vitest";
import type { GateReport } from "../../../src/domain/gates/gate-report.js";
import { decide } from "../../../src/engine/decide.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { figuresText } from "../../../src/features/gate-figures/figures-text.js";
import { type GateFigures, NO_FIGURES } from "../../../src/features/gate-figures/gate-figures.js";
import { type GatesAwaited, gateRequests } from "../../../src/features/gate-runs/gates-awaited.js";
import { releaseNotes } from "../../../src/features/release/release-notes.js";
import { measureGates } from "../../../src/server/operation/measure-gates.js";
import { createMetrics } from "../../../src/server/operation/metrics.js";
import { gateReport, validatorResult } from "../../support/gate-report.js";
import { aProject, t } from "../../support/project-state.js";
import { ended, inputOf } from "../../support/release.js";
import { gates, moved, planned, sha } from "../../support/task-work.js";

const TASK = t("now");

/** A task of reuse only, whose whole branch is at gate 3. */
function atGateThree(awaited: GatesAwaited): FactoryState {
  const due = moved(planned({ id: "MM-0009", reused: true }), {
    kind: "integration-due",
    head: sha("6"),
    base: sha("5"),
  });
  const work = moved(due, { kind: "gates-requested", module_id: null, gates: awaited });
  return ended({ project: aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } }), work: { [TASK]: work } });
}

/** What is decided when both runs have reported; the regression is `red` or not. */
function reported(state: FactoryState, awaited: GatesAwaited, red: boolean) {
  const [judge, execute] = gateRequests(awaited, { task: TASK, module: null }).map((request): GateReport => {
    if (request.part === "judge") return gateReport(request);
    const regression = validatorResult({
      code: "FULL_REGRESSION_PASS",
      gate: 3,
      status: red ? "FAILED" : "PASSED",
      duration_ms: 4_000,
    });
    const build = validatorResult({ code: "PRODUCTION_BUILD_PASS", gate: 3, duration_ms: 2_000 });
    return gateReport(request, { validators: [regression, build] });
  });
  if (judge === undefined || execute === undefined) throw new TypeError("two parts");
  const gateRuns = [judge, execute].map((report) => ({
    nonce: report.nonce,
    runId: 1,
    url: "http://127.0.0.1/1",
    state: "reported" as const,
    report,
  }));
  return decide(inputOf(state, { gateRuns }));
}

describe("the figures of gate runs", () => {
  it("count each judgement once, in the decision that takes it up", () => {
    const first = reported(atGateThree(gates("INTEGRITY")), gates("INTEGRITY"), true);
    expect(first.events.filter(({ kind }) => kind === "gates-measured")).toHaveLength(1);
    expect(first.state?.gate_figures).toMatchObject({
      runs: 1,
      passed: 0,
      retries: 0,
      gates: { 3: { passed: 0, failed: 1, milliseconds: 6_000 } },
      failures: { FULL_REGRESSION_PASS: 1 },
    });
  });

  it("say which judgements repeat one", () => {
    const again = { ...gates("INTEGRITY"), lost: 1 };
    expect(reported(atGateThree(again), again, false).state?.gate_figures).toMatchObject({
      runs: 1,
      passed: 1,
      retries: 1,
      failures: {},
    });
  });

  it("are shown to Prometheus by the events of a commit", async () => {
    const metrics = createMetrics(async () => ({ waiting: 0, running: 0, setAside: 0 }));
    const again = { ...gates("INTEGRITY"), lost: 1 };
    measureGates(reported(atGateThree(gates("INTEGRITY")), gates("INTEGRITY"), true).events, metrics);
    measureGates(reported(atGateThree(again), again, false).events, metrics);
    const lines = (await metrics.text()).body.split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        'factory_gate_runs_total{outcome="failed"} 1',
        'factory_gate_runs_total{outcome="passed"} 1',
        'factory_gate_results_total{gate="3",outcome="failed"} 1',
        'factory_gate_duration_seconds_sum{gate="3"} 12',
        'factory_gate_failures_total{validator="FULL_REGRESSION_PASS"} 1',
        "factory_gate_retries_total 1",
      ]),
    );
  });

  it("end the release notes", () => {
    const figures: GateFigures = {
      ...NO_FIGURES,
      runs: 8,
      passed: 6,
      retries: 2,
      gates: { ...NO_FIGURES.gates, 1: { passed: 3, failed: 1, milliseconds: 6_000 } },
      failures: { TEST_HAS_ASSERTIONS: 1, TASK_TEST_PASSES: 3 },
    };
    expect(figuresText(figures)).toBe(
      [
        "8 gate runs, 75 % passed, 2 of them again.",
        "",
        "| gate | judged | passed | mean time |",
        "|---|---|---|---|",
        "| 1 contract | 4 | 75 % | 1.5 s |",
        "",
        "Most common failures: TASK_TEST_PASSES (3), TEST_HAS_ASSERTIONS (1).",
      ].join("\n"),
    );
    const manifest = {
      release_id: "REL-1a2b3c4d",
      created_at: "2026-03-01T12:00:00Z",
      spec_version: "1.0.0",
      modules: [],
      integration_gates: {
        dependency_check: "PASS",
        fingerprint_check: "PASS",
        deprecation_check: "PASS",
        code_index_check: "PASS",
      },
      overall_result: "PASS",
      notes: "",
    } as const;
    const notes = releaseNotes({ ...manifest, modules: [] }, [], { title: "Tags", summary: "", figures });
    expect(notes).toContain("<details><summary>How the gates did</summary>\n\n8 gate runs, 75 % passed");
  });
});
