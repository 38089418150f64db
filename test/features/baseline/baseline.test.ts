import { describe, expect, it } from "vitest";
import { GateReport } from "../../../src/domain/gates/gate-report.js";
import { BASELINE_PATH } from "../../../src/domain/gates/state-paths.js";
import { TestBaseline } from "../../../src/domain/validation/baseline.js";
import type { BaselineState } from "../../../src/domain/validation/baseline-state.js";
import { baselineEffects } from "../../../src/features/baseline/baseline-effects.js";
import { baselineFiles } from "../../../src/features/baseline/baseline-files.js";
import { detectBaseline } from "../../../src/features/baseline/detect-baseline.js";
import { detectRatchet } from "../../../src/features/baseline/detect-ratchet.js";
import { detectGates } from "../../../src/features/gate-runs/detect-gates.js";
import type { GatesAwaited } from "../../../src/features/gate-runs/gates-awaited.js";
import { gateReportPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { NEW_WORK, type TaskWork } from "../../../src/features/modules/task-work.js";
import { tasksInWork } from "../../../src/features/modules/work-situation.js";
import { ProjectStatus } from "../../../src/features/tasks/board/project-state.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { aConfig } from "../../support/config.js";
import { gateReport } from "../../support/gate-report.js";
import { approved, started } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import {
  ended,
  NOW,
  OTHER_HEAD,
  RELEASE,
  RELEASE_ID,
  reportOf,
  STATE_HEAD,
  seenRun,
  situation,
  suite,
  TAKEN,
} from "../../support/release.js";
import { aBaseline, results } from "../../support/test-baseline.js";

const project = aProject({ a: { is: "IN_PROGRESS" } });
const inWork = { project, work: { [t("a")]: NEW_WORK } };
const due: BaselineState = { phase: "due", lost: 0 };
const awaited = (lost = 0): BaselineState => ({ phase: "awaited", run: suite, lost });
const unusable = { nonce: suite.nonce, runId: 1, url: "", state: "unusable", why: "no runner" } as const;
const readBaseline = (text: string) => {
  const read = readYaml(BASELINE_PATH, text, TestBaseline);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
};

describe("the baseline", () => {
  it("is requested in the same decision as the start of the project", () => {
    expect(started.baseline).toMatchObject({ phase: "awaited", run: { sha: HEAD }, lost: 0 });
    expect(approved.baseline).toBeNull();
  });

  it("is requested as a run of the default branch when the project has started", () => {
    expect(detectBaseline(situation({ ...inWork, baseline: due }))).toEqual([
      {
        kind: "baseline-requested",
        at: NOW,
        run: { nonce: expect.stringMatching(/^[0-9a-f]{32}$/), sha: HEAD, state_sha: STATE_HEAD, requested_at: NOW },
      },
    ]);
  });

  it("is requested under another name after each lost run", () => {
    const first = detectBaseline(situation({ ...inWork, baseline: due }));
    expect(detectBaseline(situation({ ...inWork, baseline: { phase: "due", lost: 1 } }))).not.toEqual(first);
  });

  it.each(ProjectStatus.exclude(["ACTIVE"]).options)("is not requested in a project that is %s", (status) => {
    const given = situation({ ...inWork, project: { ...project, status }, baseline: due });
    expect(detectBaseline(given)).toEqual([]);
    expect(baselineEffects(situation({ ...inWork, project: { ...project, status }, baseline: awaited() }))).toEqual([]);
  });

  it("is not requested without a workflow", () => {
    expect(detectBaseline(situation({ baseline: due }, { workflow: { status: "absent" } }))).toEqual([]);
  });

  it("has a pending run until it is observed: one part, without a task, base and head the same commit", () => {
    expect(baselineEffects(situation({ ...inWork, baseline: awaited() }))).toEqual([
      {
        kind: "dispatch-gates",
        key: suite.nonce,
        request: {
          schema_version: 1,
          nonce: suite.nonce,
          part: "execute",
          run_type: "BASELINE",
          task: null,
          module: null,
          base_sha: HEAD,
          head_sha: HEAD,
          state_sha: STATE_HEAD,
        },
      },
    ]);
    expect(baselineEffects(situation({ baseline: awaited() }, { gateRuns: [unusable] }))).toEqual([]);
  });

  it("is taken from the report, including failures, and written in the same commit", () => {
    const report = reportOf(suite, { suite: results({ adds: "passed", divides: "failed" }) });
    const given = situation({ baseline: awaited() }, { gateRuns: [seenRun(suite, report)] });
    const [taken] = detectBaseline(given);
    expect(taken).toEqual({ kind: "baseline-taken", at: NOW, sha: HEAD });
    if (taken === undefined) throw new Error("nothing was noticed");
    const [file] = baselineFiles(given, taken);
    expect(file?.path).toBe(".factory/baseline.yml");
    expect(readBaseline(file?.text ?? "")).toMatchObject({ sha: HEAD, passing: ["adds"], known_failures: ["divides"] });
  });

  it.each([
    [0, "baseline-lost"],
    [1, "baseline-lost"],
    [2, "baseline-stuck"],
  ])("after %i lost runs another one is %s", (lost, kind) => {
    const [event] = detectBaseline(situation({ baseline: awaited(lost) }, { gateRuns: [unusable] }));
    expect(event).toMatchObject({ kind, why: "no runner" });
  });

  it("asks a person about the first lost run if failure_actions says so", () => {
    const config = aConfig({ failure_actions: { "tool-timeout": "escalate" } });
    const [stuck] = detectBaseline(situation({ baseline: awaited(0) }, { gateRuns: [unusable] }, { config }));
    const body = expect.stringContaining("the run that was asked for brought no result");
    expect(stuck).toMatchObject({ kind: "baseline-stuck", note: { body } });
  });

  it("posts on the issue that it failed, why, and what to do", () => {
    const [stuck] = detectBaseline(situation({ baseline: awaited(2) }, { gateRuns: [unusable] }));
    const body = expect.stringMatching(/3 runs in a row.*no runner[\s\S]*\/factory retry/);
    expect(stuck).toMatchObject({ note: { issue: 3, answers: null, body } });
  });

  it.each([
    [
      "was not run, because nothing confines it",
      {
        commands: [
          {
            name: "setup",
            command: "",
            required: true,
            status: "NOT_RUN" as const,
            exit_code: null,
            duration_ms: 0,
            output: "nothing confines it",
          },
        ],
        suite: null,
      },
      "nothing confines it",
    ],
    [
      "ran unconfined, and must not",
      {
        suite: results({ adds: "passed" }),
        runner: { id: "local", confinement: "none: no bwrap", lock_file_digest: null },
      },
      "Code under test ran unconfined (no bwrap)",
    ],
  ])("is not taken from a suite that %s", (_how, overrides, words) => {
    const given = situation({ baseline: awaited() }, { gateRuns: [seenRun(suite, reportOf(suite, overrides))] });
    expect(detectBaseline(given)).toEqual([{ kind: "baseline-lost", at: NOW, why: expect.stringContaining(words) }]);
  });

  it("is taken from a suite that ran unconfined, if that is accepted", () => {
    const runner = { id: "local", confinement: "none: no bwrap", lock_file_digest: null };
    const report = reportOf(suite, { suite: results({ adds: "passed" }), runner });
    const config = aConfig({ gates: { ...aConfig().gates, confinement: "preferred" } });
    const given = situation({ baseline: awaited() }, { gateRuns: [seenRun(suite, report)] }, { config });
    expect(detectBaseline(given)).toMatchObject([{ kind: "baseline-taken" }]);
  });

  it.each([
    ["12:15:00", 0],
    ["12:15:01", 1],
  ])("counts a run as lost that was not observed for a quarter of an hour: at %s %i intents", (time, count) => {
    expect(detectBaseline(situation({ baseline: awaited() }, {}, { now: `2026-03-01T${time}Z` }))).toHaveLength(count);
  });

  it.each(["queued", "running"] as const)("waits for a run that is %s, however long", (state) => {
    const gateRuns = [{ nonce: suite.nonce, runId: 1, url: "", state }];
    expect(detectBaseline(situation({ baseline: awaited() }, { gateRuns }, { now: "2026-03-02T12:00:00Z" }))).toEqual(
      [],
    );
  });
});

describe("gate 3", () => {
  const integrating = { ...NEW_WORK, stage: { stage: "integrating", head: HEAD, base: HEAD, gates: null } } as const;
  const asked = (baseline: BaselineState | null, stored = baseline) => {
    const now = situation({ project, work: { [t("a")]: integrating }, baseline });
    const given = { ...now, stored: ended({ baseline: stored }) };
    return tasksInWork(given)
      .flatMap((task) => detectGates(given, task))
      .map(({ kind }) => kind);
  };

  it.each<[string, BaselineState | null, string[]]>([
    ["waits for a baseline that is due", due, []],
    ["waits for a baseline that is awaited", awaited(), []],
    ["waits for a baseline that is stuck", { phase: "stuck", why: "x", since: NOW }, []],
    ["is asked for when it is taken", TAKEN, ["gates-requested"]],
    ["is asked for in a project that never had one", null, ["gates-requested"]],
  ])("%s", (_, baseline, expected) => {
    expect(asked(baseline)).toEqual(expected);
  });

  it("waits until the baseline is in the commit that the run reads", () => {
    expect(asked(TAKEN, awaited())).toEqual([]);
  });
});

describe("the ratchet", () => {
  const gates: GatesAwaited = {
    run_type: "INTEGRITY",
    nonces: { judge: "1".repeat(32), execute: "2".repeat(32) },
    base_sha: HEAD,
    head_sha: HEAD,
    state_sha: STATE_HEAD,
    requested_at: NOW,
    lost: 0,
  };
  const work: TaskWork = { ...NEW_WORK, stage: { stage: "merging", head: HEAD, base: HEAD, gates } };
  const merging = (report: Partial<GateReport>, baseline: BaselineState = TAKEN) =>
    situation(
      { project, work: { [t("a")]: work }, baseline },
      {},
      {
        files: new Map([
          [gateReportPath(t("a"), gates.nonces.execute), writeYaml(gateReport(undefined, report), GateReport)],
          [BASELINE_PATH, writeYaml(aBaseline(), TestBaseline)],
        ]),
      },
    );
  const noticed = (given: ReturnType<typeof merging>) =>
    tasksInWork(given).flatMap((task) => detectRatchet(given, task, OTHER_HEAD));

  it("tightens the baseline with the gate 3 results", () => {
    const given = merging({ suite: results({ adds: "passed", subtracts: "passed", divides: "passed" }) });
    const [event] = noticed(given);
    expect(event).toEqual({ kind: "baseline-ratcheted", at: NOW, task_id: t("a"), sha: OTHER_HEAD });
    if (event === undefined) throw new Error("nothing was noticed");
    const [file] = baselineFiles(given, event);
    expect(readBaseline(file?.text ?? "")).toMatchObject({
      sha: OTHER_HEAD,
      passing: ["adds", "divides", "subtracts"],
      known_failures: [],
    });
  });

  it("changes nothing if gate 3 did not run the suite", () => {
    expect(noticed(merging({ suite: null }))).toEqual([]);
  });

  it("changes nothing without a baseline", () => {
    expect(noticed(merging({ suite: [] }, due))).toEqual([]);
  });
});

describe("the files of a full run before a release", () => {
  const release = { ...RELEASE.validating, run: suite };
  const report = reportOf(suite, { suite: results({ adds: "passed", multiplies: "passed", divides: "failed" }) });
  const judged = (passed: boolean) => ({ kind: "full-run-judged", at: NOW, sha: HEAD, passed, why: "x" }) as const;
  const filesOf = (passed: boolean, stored: ReadonlyMap<string, string>) =>
    new Map(
      baselineFiles(
        situation({ release }, { gateRuns: [seenRun(suite, report)] }, { files: stored }),
        judged(passed),
      ).map(({ path, text }) => [path, text]),
    );
  const before = new Map([[BASELINE_PATH, writeYaml(aBaseline({ passing: ["adds"] }), TestBaseline)]]);

  it("keep the report, and ratchet when it passed", () => {
    const files = filesOf(true, before);
    expect(files.has(`.factory/releases/${RELEASE_ID}.suite.yml`)).toBe(true);
    expect(readBaseline(files.get(BASELINE_PATH) ?? "").passing).toEqual(["adds", "multiplies"]);
  });

  it("change nothing if it failed", () => {
    expect(readBaseline(filesOf(false, before).get(BASELINE_PATH) ?? "").passing).toEqual(["adds"]);
    expect(readBaseline(filesOf(false, new Map()).get(BASELINE_PATH) ?? "")).toMatchObject({
      passing: [],
      known_failures: [],
    });
  });
});
