import { describe, expect, it } from "vitest";
import { GateReport } from "../../../src/domain/gates/gate-report.js";
import { gitBlobSha } from "../../../src/domain/hash.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Observed } from "../../../src/engine/observation.js";
import { observationQuery } from "../../../src/engine/observation-query.js";
import { gateReportPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { workKey } from "../../../src/features/modules/keys.js";
import { NEW_WORK, type TaskWork } from "../../../src/features/modules/task-work.js";
import { tasksInWork } from "../../../src/features/modules/work-situation.js";
import { detectPackages } from "../../../src/features/packages/detect-packages.js";
import { packageEffects } from "../../../src/features/packages/package-effects.js";
import type { ResolveAwaited, ResolveStep } from "../../../src/features/packages/packages-work.js";
import { restoreMentions } from "../../../src/render/escape-mentions.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { loadedLine } from "../../support/attack/loaded-text.js";
import { aConfig } from "../../support/config.js";
import { gateReport } from "../../support/gate-report.js";
import { pull } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import { NOW, STATE_HEAD, situation } from "../../support/release.js";
import { sha } from "../../support/task-work.js";

const TASK = t("a");
const run: ResolveAwaited = { nonce: "c".repeat(32), head_sha: sha("0"), state_sha: sha("7"), requested_at: NOW };
const plan = { micro_plan_id: "MP-00000001", digest: "d".repeat(64) };

function work(at: ResolveStep, changes: Partial<TaskWork> = {}): TaskWork {
  const declared = [{ name: "left-pad", range: "^1.3.0", why: "pads the text on its left side" }];
  const packages = { declared, agreed: [], scripts_agreed: false, run: null, committed: null };
  return { ...NEW_WORK, head: sha("0"), plan, packages, stage: { stage: "resolving", at }, ...changes };
}

function around(inWork: TaskWork, seen: Partial<Observed> = {}, allowed = ["left-pad"], stored: TaskWork = inWork) {
  const project = aProject({ a: { is: "IN_PROGRESS", pull_request: 5 } });
  const state: Partial<FactoryState> = { project, work: { [TASK]: inWork }, release: null };
  const pulls = [pull({ number: 5, branch: `factory/${TASK}`, head: sha("0") })];
  const here = situation(state, { pulls, ...seen }, { config: aConfig({ allowed_dependencies: allowed }) });
  const before = { ...here.state, work: { [TASK]: stored } };
  const [first] = tasksInWork(here);
  if (first === undefined) throw new Error("the task is in work");
  return { here: { ...here, stored: before }, first };
}

const noticed = (...given: Parameters<typeof around>) => {
  const { here, first } = around(...given);
  return detectPackages(here, first);
};
const unusable = { nonce: run.nonce, runId: 8, url: "", state: "unusable", why: "no runner" } as const;

describe("the event detected for declared packages", () => {
  it("is that a person must consent to names that are not allowed", () => {
    expect(noticed(work({ step: "due" }), {}, ["@acme/*"])).toMatchObject([
      { kind: "work-failed", cause: { kind: "dependency-not-allowed", dependencies: [{ name: "left-pad" }] } },
    ]);
  });

  it("is that they can be resolved, once they are allowed or consented to", () => {
    const asked = [
      { kind: "resolve-requested", run: { head_sha: sha("0"), state_sha: STATE_HEAD, requested_at: NOW } },
    ];
    expect(noticed(work({ step: "due" }))).toMatchObject(asked);
    const due = work({ step: "due" });
    const agreed = { ...due, packages: { ...due.packages, agreed: ["left-pad"] } } as TaskWork;
    expect(noticed(agreed, {}, [])).toMatchObject(asked);
  });

  it("does not exist before the plan is on the state branch, where the run reads it", () => {
    expect(noticed(work({ step: "due" }), {}, ["left-pad"], work({ step: "due" }, { plan: null }))).toEqual([]);
  });

  it.each([
    [0, "resolve-lost"],
    [1, "resolve-lost"],
    [2, "work-failed"],
  ])("is that a run was lost, %i before it: %s", (lost_gates, kind) => {
    expect(noticed(work({ step: "running", run }, { lost_gates }), { gateRuns: [unusable] })).toMatchObject([{ kind }]);
  });

  it("is that a run never started, after a quarter of an hour", () => {
    const late = { ...run, requested_at: "2026-03-01T11:44:59Z" };
    expect(noticed(work({ step: "running", run }))).toEqual([]);
    expect(noticed(work({ step: "running", run: late }))).toMatchObject([{ kind: "resolve-lost" }]);
  });

  it("is that the commit is on the branch, by its key alone", () => {
    const at: ResolveStep = { step: "committing", run, question: 2, files: [{ path: "package.json", blob: sha("b") }] };
    const branch = `factory/${TASK}`;
    const with_ = (key: string) => ({ pulls: [pull({ number: 5, branch, head: sha("a"), key })] });
    expect(noticed(work(at), with_(workKey(TASK, 2)))).toEqual([
      { kind: "packages-committed", question: 2, head: sha("a") },
    ]);
    expect(noticed(work(at), with_("somebody's"))).toEqual([]);
  });
});

describe("the pending effect of resolving", () => {
  it("is one run until it was observed, and the run is observed", () => {
    const { here, first } = around(work({ step: "running", run }));
    const [pending] = packageEffects(here, first);
    expect(pending).toMatchObject({
      kind: "dispatch-gates",
      key: run.nonce,
      request: { run_type: "RESOLVE", part: "execute", task: TASK, head_sha: sha("0"), base_sha: sha("0") },
    });
    expect(observationQuery(here.state, here.config, null).gateRuns.map(({ nonce }) => nonce)).toContain(run.nonce);
    const seen = around(work({ step: "running", run }), { gateRuns: [{ ...unusable, state: "running" }] });
    expect(packageEffects(seen.here, seen.first)).toEqual([]);
  });

  it("is a commit whose message mentions nobody by a package's scope", () => {
    const text = "{}\n";
    const at: ResolveStep = {
      step: "committing",
      run,
      question: 2,
      files: [{ path: "package.json", blob: gitBlobSha(text) }],
    };
    const scoped = work(at);
    const packages = { ...scoped.packages, declared: [{ name: "@acme/tools", range: "^1.0.0", why: "it has tools" }] };
    const { here, first } = around({ ...scoped, packages } as TaskWork);
    const [asked] = packageEffects(here, { ...first, work: work({ step: "running", run }) });
    if (asked?.kind !== "dispatch-gates") throw new Error("no run was asked for");
    const report = gateReport(asked.request, { resolved_files: [{ path: "package.json", text }] });
    const files = new Map([[gateReportPath(TASK, run.nonce), writeYaml(report, GateReport)]]);
    const [pending] = packageEffects({ ...here, files }, first);
    const message = pending?.kind === "commit-files" ? pending.message : "@nobody";
    expect(restoreMentions(message)).toContain(": @acme/tools");
    expect(loadedLine(message)).toEqual([]);
  });

  it("is never a commit of anything but what was admitted", () => {
    const at: ResolveStep = { step: "committing", run, question: 2, files: [{ path: "package.json", blob: sha("b") }] };
    const { here, first } = around(work(at));
    expect(() => packageEffects(here, first)).toThrow(/is not on the state branch/);
  });
});
