/** A stand-in for the gates, for unit-speed tests of the loop: nothing is run, and a test says what every run finds. */
import { setTimeout as sleep } from "node:timers/promises";
import { zipSync } from "fflate";
import { Contract } from "../../src/domain/contract/contract.js";
import type { GateReport, InventoriedTest, ValidatorResult } from "../../src/domain/gates/gate-report.js";
import { GateRequest } from "../../src/domain/gates/gate-request.js";
import { moduleStatePath } from "../../src/domain/gates/state-paths.js";
import { type GateNumber, VALIDATORS_BY_GATE, type ValidatorCode } from "../../src/domain/gates/validator-code.js";
import type { TestResult } from "../../src/domain/validation/test-result.js";
import { inventoryOf } from "../../src/gates/pipeline/inventory.js";
import { createSourceReader } from "../../src/gates/source/create-source-reader.js";
import { VALIDATORS } from "../../src/gates/validators.js";
import type { Hub, PerformRun } from "../../src/sandbox/forge/hub.js";
import type { OfRun } from "../../src/sandbox/forge/operations/attempt.js";
import { textAt } from "../../src/sandbox/forge/operations/discover-workflows.js";
import { recordRunNews } from "../../src/sandbox/forge/operations/record-run.js";
import { storeArtifact } from "../../src/sandbox/forge/operations/store-artifact.js";
import type { RunNews } from "../../src/sandbox/runner/run-event.js";
import { readYaml } from "../../src/yaml.js";
import { gateReport } from "./gate-report.js";

/** What stands against the work: a validator that fails, with its own words. */
export type Finding = Pick<ValidatorResult, "code"> & Partial<Omit<ValidatorResult, "code" | "gate">>;

/** What a run finds. `broken` is a run that ends without a verdict: the runner's fault and nobody's work. */
export type Findings = readonly Finding[] | "broken";
export type Find = (request: GateRequest) => Findings | Promise<Findings>;

export const NOTHING_FOUND: Find = () => [];

/** Answers each dispatched run at once, with a report whose inventory and results agree. */
export function quickGates(find: Find = NOTHING_FOUND): PerformRun {
  return (hub, repository, run) => {
    const of: OfRun = { repository, run };
    const request = GateRequest.parse(JSON.parse(String(run.inputs.request)));
    const tell = (news: RunNews) => hub.exclusive(repository, () => recordRunNews(hub, of, news));
    const perform = async () => {
      // GitHub answers the dispatch before anything runs.
      await sleep(1);
      const job = request.part;
      await tell({ kind: "run-planned", displayTitle: run.displayTitle, jobs: [{ key: job, name: job }] });
      await tell({ kind: "run-started" });
      await tell({ kind: "job-started", job, steps: [] });
      const findings = await find(request);
      if (findings !== "broken") await upload(hub, of, await reportOn(hub, of, request, findings));
      const conclusion = findings === "broken" ? "failure" : "success";
      await tell({ kind: "job-finished", job, conclusion, summary: "" });
      await tell({ kind: "run-finished", conclusion });
    };
    return { done: perform(), cancel() {}, halt() {} };
  };
}

/** As the workflow's last step does it. */
async function upload(hub: Hub, of: OfRun, report: GateReport): Promise<void> {
  const zip = zipSync({ "report.json": Buffer.from(JSON.stringify(report)) });
  const name = `factory-report-${report.nonce}`;
  const stored = await hub.exclusive(of.repository, () =>
    storeArtifact(hub, of, { run: of.run.id, name, zip, retentionDays: 5, overwrite: false }),
  );
  if (!stored.ok) throw new Error(stored.refusal.message);
}

async function reportOn(hub: Hub, of: OfRun, request: GateRequest, findings: readonly Finding[]): Promise<GateReport> {
  const inventory = await inventoryAt(hub, of, request);
  const validators = validatorsOf(request).map((code) => resultOf(code, findings));
  if (request.part === "judge") return gateReport(request, { validators, inventory });
  const status = request.run_type === "CONTRACT" ? "failed" : "passed";
  const tests = inventory.map(({ name }): TestResult => ({ name, status }));
  const wholeSuite = request.run_type === "INTEGRITY" || request.run_type === "BASELINE";
  return gateReport(request, { validators, tests, suite: wholeSuite ? SUITE : null });
}

const SUITE: TestResult[] = [{ name: "test/product.test.js > works", status: "passed" }];

/** The tests that stand in the module's file at the head: what the judge reads is what runs. */
async function inventoryAt(hub: Hub, { repository }: OfRun, request: GateRequest): Promise<InventoriedTest[]> {
  const { task, module, state_sha, head_sha } = request;
  if (task === null || module === null) return [];
  const git = hub.git(repository);
  const path = moduleStatePath(task, module, "contract.yml");
  const contract = readYaml(path, (await textAt(git, state_sha, path)) ?? "", Contract);
  if (!contract.ok) throw new Error(contract.refusal.message);
  const file = contract.value.test_file;
  const text = await textAt(git, head_sha, file);
  if (text === undefined) throw new Error(`${file} is not at the head of ${task}`);
  return inventoryOf(
    createSourceReader({ has: (at) => at === file, read: (at) => (at === file ? text : undefined) }),
    file,
  );
}

const GATES: Readonly<Record<GateRequest["run_type"], readonly GateNumber[]>> = {
  CONTRACT: [0, 1],
  EXECUTION: [0, 1, 2],
  INTEGRITY: [3],
  BASELINE: [],
  RESOLVE: [],
};

/** Each half reports its own validators, as the real ones do. */
function validatorsOf({ run_type, part }: GateRequest): ValidatorCode[] {
  const asked = new Set(GATES[run_type].flatMap((gate): readonly ValidatorCode[] => VALIDATORS_BY_GATE[gate]));
  return VALIDATORS.filter((validator) => asked.has(validator.code) && validator.part === part).map(({ code }) => code);
}

function resultOf(code: ValidatorCode, findings: readonly Finding[]): ValidatorResult {
  const gate = VALIDATORS.find((validator) => validator.code === code)?.gate ?? 0;
  const quiet: ValidatorResult = {
    code,
    gate,
    status: "PASSED",
    message: `${code} found nothing`,
    details: {},
    duration_ms: 1,
    fix: "",
    places: [],
  };
  const finding = findings.find((candidate) => candidate.code === code);
  if (finding === undefined) return quiet;
  return { ...quiet, status: "FAILED", message: `${code} failed`, fix: `Mend what ${code} found.`, ...finding };
}
