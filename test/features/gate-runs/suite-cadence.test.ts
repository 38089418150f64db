import { describe, expect, it } from "vitest";
import type { Config } from "../../../src/domain/config/config.js";
import type { GateReport } from "../../../src/domain/gates/gate-report.js";
import { detectGates } from "../../../src/features/gate-runs/detect-gates.js";
import { gateRequests } from "../../../src/features/gate-runs/gates-awaited.js";
import { NEW_WORK, type TaskWork, untouched } from "../../../src/features/modules/task-work.js";
import { tasksInWork } from "../../../src/features/modules/work-situation.js";
import { aConfig } from "../../support/config.js";
import { gateReport } from "../../support/gate-report.js";
import { HEAD } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import { situation, TAKEN } from "../../support/release.js";
import { gates, sha } from "../../support/task-work.js";

const TASK = t("now");
const merged = (day: number) =>
  ({ is: "SHIPPED", merge_sha: sha(String(day)), shipped_at: `2026-01-0${day}T00:00:00Z` }) as const;

function integrating(
  config: Partial<Config>,
  also: { shipped?: number; good?: string; work?: Partial<TaskWork>; seen?: object } = {},
) {
  const { shipped = 0, good, work = {}, seen = {} } = also;
  const before = Object.fromEntries(Array.from({ length: shipped }, (_, index) => [`m${index}`, merged(index + 1)]));
  const project = aProject({ ...before, now: { is: "IN_PROGRESS", pull_request: 5 } });
  const inWork: TaskWork = {
    ...NEW_WORK,
    head: HEAD,
    stage: { stage: "integrating", head: HEAD, base: sha("9"), gates: null },
    ...work,
  };
  const baseline =
    good === undefined
      ? { phase: "taken" as const, full_run: null }
      : { ...TAKEN, full_run: { sha: good, passed: true, why: "x" } };
  const here = situation({ project, baseline, release: null, work: { [TASK]: inWork } }, seen, {
    config: aConfig(config),
  });
  const [first] = tasksInWork(here);
  if (first === undefined) throw new Error("the task is in work");
  return detectGates(here, first);
}

const skipOf = (...given: Parameters<typeof integrating>) => {
  const [event] = integrating(...given);
  if (event?.kind !== "gates-requested") throw new Error(`gates are due, not ${event?.kind}`);
  const [judge, execute] = gateRequests(event.gates, { task: TASK, module: null });
  expect(judge?.skip_suite).toBe(execute?.skip_suite);
  return execute?.skip_suite;
};

describe("the cadence of the whole suite in gate 3", () => {
  it.each<[string, Parameters<typeof integrating>, RegExp | undefined]>([
    ["for each task by default", [{}], undefined],
    [
      "not for the first of three",
      [{ validation_cadence: "every-N", validation_interval: 3 }],
      /task 1 of 3 since the last full run; the whole suite runs before the release/,
    ],
    ["for the third of three", [{ validation_cadence: "every-N", validation_interval: 3 }, { shipped: 2 }], undefined],
    [
      "not for the first after a full run",
      [
        { validation_cadence: "every-N", validation_interval: 3 },
        { shipped: 3, good: sha("3") },
      ],
      /task 1 of 3/,
    ],
    [
      "never by itself, on demand",
      [{ validation_cadence: "on-demand" }, { shipped: 9 }],
      /nobody asked for a full run/,
    ],
    [
      "when a person re-runs the gates",
      [{ validation_cadence: "on-demand" }, { work: { full_suite: true } }],
      undefined,
    ],
  ])("is %s", (_, given, reason) => {
    const skip = skipOf(...given);
    if (reason === undefined) expect(skip).toBeUndefined();
    else expect(skip).toMatch(reason);
  });
});

describe("a report that skips the whole suite", () => {
  const result = (code: string, status: string) =>
    ({
      code,
      gate: 3,
      status,
      message: "left out",
      details: {},
      duration_ms: 1,
      fix: "",
      places: [],
    }) as GateReport["validators"][number];
  const conclude = (asked: string | undefined) => {
    const awaited = { ...gates("INTEGRITY"), ...(asked === undefined ? {} : { skip_suite: asked }) };
    const validators = [result("FULL_REGRESSION_PASS", "SKIPPED"), result("PRODUCTION_BUILD_PASS", "PASSED")];
    const gateRuns = gateRequests(awaited, { task: TASK, module: null }).map((request) => ({
      nonce: request.nonce,
      runId: 1,
      url: "",
      state: "reported" as const,
      report: gateReport(request, request.part === "execute" ? { validators } : {}),
    }));
    const stage = { stage: "integrating", head: HEAD, base: sha("9"), gates: awaited } as const;
    const planned = { module_ref: "MM-0001@1.0.0", name: "one", depends_on: [], reused: false };
    const module = { ...untouched(planned), step: { step: "shipped" as const, head: HEAD } };
    return integrating({}, { work: { stage, modules: [module] }, seen: { gateRuns } });
  };

  it("is accepted if that was requested", () => {
    expect(conclude("validation_cadence is on-demand")).toMatchObject([{ kind: "gates-concluded", failures: [] }]);
  });

  it("is red otherwise", () => {
    expect(conclude(undefined)).toMatchObject([
      {
        kind: "work-failed",
        cause: { kind: "gates-failing", failures: [{ message: expect.stringContaining("was due") }] },
      },
    ]);
  });
});
