/** Replaces the gates in fast tests of the loop. Nothing is run, and a test sets what every run finds. */
import { setTimeout as sleep } from "node:timers/promises";
import { zipSync } from "fflate";
import { Config } from "../../src/domain/config/config.js";
import { Contract } from "../../src/domain/contract/contract.js";
import type { AssertionResult } from "../../src/domain/enforcement/assertion-result.js";
import type { GateReport, InventoriedTest, ValidatorResult } from "../../src/domain/gates/gate-report.js";
import { GateRequest } from "../../src/domain/gates/gate-request.js";
import { CONFIG_PATH, moduleStatePath } from "../../src/domain/gates/state-paths.js";
import { type GateNumber, VALIDATORS_BY_GATE, type ValidatorCode } from "../../src/domain/gates/validator-code.js";
import type { TestResult } from "../../src/domain/validation/test-result.js";
import { checkAssertion } from "../../src/gates/assertions/check-assertion.js";
import { inventoryOf } from "../../src/gates/pipeline/inventory.js";
import { VALIDATORS } from "../../src/gates/validators.js";
import { createSourceReader } from "../../src/languages/create-source-reader.js";
import { mergeTrees } from "../../src/sandbox/forge/git/merge.js";
import type { Hub, PerformRun } from "../../src/sandbox/forge/hub.js";
import type { OfRun } from "../../src/sandbox/forge/operations/actions/attempt.js";
import { textAt } from "../../src/sandbox/forge/operations/actions/discover-workflows.js";
import { recordRunNews } from "../../src/sandbox/forge/operations/actions/record-run.js";
import { storeArtifact } from "../../src/sandbox/forge/operations/actions/store-artifact.js";
import type { RunNews } from "../../src/sandbox/runner/run-event.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { gateReport } from "./gate-report.js";

/** A validator that fails, with its message. */
export type Finding = Pick<ValidatorResult, "code"> & Partial<Omit<ValidatorResult, "code" | "gate">>;

/** What a run finds. `broken` is a run that ends without a verdict, through a fault of the runner. */
export type Findings = readonly Finding[] | "broken";
export type Find = (request: GateRequest) => Findings | Promise<Findings>;

const NOTHING_FOUND: Find = () => [];

/** Changes a report before its upload, as code that runs in the job could. */
export type Tamper = (report: GateReport) => GateReport;

/** Answers each dispatched run at once. The inventory and results of its report agree. */
export function quickGates(find: Find = NOTHING_FOUND, tamper: Tamper = (report) => report): PerformRun {
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
      if (findings !== "broken") await upload(hub, of, tamper(await reportOn(hub, of, request, findings)));
      const conclusion = findings === "broken" ? "failure" : "success";
      await tell({ kind: "job-finished", job, conclusion, summary: "" });
      await tell({ kind: "run-finished", conclusion });
    };
    return { done: perform(), cancel() {}, halt() {} };
  };
}

/** Uploads the report like the workflow's last step. */
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
  const skipped = request.skip_suite === undefined ? [] : [leftOut(request.skip_suite)];
  const validators = validatorsOf(request).map((code) => resultOf(code, [...findings, ...skipped]));
  if (request.part === "judge") {
    const assertions = await assertionsAt(hub, of, request);
    return gateReport(request, { validators, inventory, assertions, ...(await mergedTree(hub, of, request)) });
  }
  const status = request.run_type === "CONTRACT" ? "failed" : "passed";
  const tests = inventory.map(({ name }): TestResult => ({ name, status }));
  const wholeSuite = request.run_type === "INTEGRITY" || request.run_type === "BASELINE";
  return gateReport(request, {
    validators,
    tests,
    suite: wholeSuite && request.skip_suite === undefined ? SUITE : null,
    ...(await mergedTree(hub, of, request)),
  });
}

/** The tree of the merge of head and base, as a real run names it. */
async function mergedTree(hub: Hub, { repository }: OfRun, { run_type, base_sha, head_sha }: GateRequest) {
  if (run_type !== "INTEGRITY") return {};
  const merged = await mergeTrees(hub.git(repository), base_sha, head_sha);
  return merged.ok ? { merged_tree: merged.tree } : {};
}

/** Checks the contract's assertions on the code at the head, like the real judge. */
async function assertionsAt(hub: Hub, { repository }: OfRun, request: GateRequest): Promise<AssertionResult[]> {
  const { task, module, run_type, base_sha, state_sha, head_sha } = request;
  if (task === null || module === null || run_type !== "EXECUTION") return [];
  const git = hub.git(repository);
  const contract = await contractAt(git, task, module, state_sha);
  const files = new Map<string, string>();
  for (const { path } of contract.files) {
    const text = await textAt(git, head_sha, path);
    if (text !== undefined) files.set(path, text);
  }
  const head = {
    has: (path: string) => files.has(path),
    read: (path: string) => files.get(path),
    paths: () => [...files.keys()],
    blob: () => undefined,
  };
  const config = readYaml(CONFIG_PATH, (await textAt(git, base_sha, CONFIG_PATH)) ?? "", Config);
  if (!config.ok) throw new Error(config.refusal.message);
  const settings = { entry: contract.entry, semantic: config.value.semantic_assertions };
  return contract.assertions.map((each) => checkAssertion(each, { head, sources: createSourceReader(head) }, settings));
}

async function contractAt(
  git: ReturnType<Hub["git"]>,
  task: string,
  module: string,
  commit: string,
): Promise<Contract> {
  const path = moduleStatePath(task, module, "contract.yml");
  const contract = readYaml(path, (await textAt(git, commit, path)) ?? "", Contract);
  if (!contract.ok) throw new Error(contract.refusal.message);
  return contract.value;
}

const SUITE: TestResult[] = [{ name: "test/product.test.js > works", status: "passed" }];

/** The tests in the module's file at the head. They are both inventory and results. */
async function inventoryAt(hub: Hub, { repository }: OfRun, request: GateRequest): Promise<InventoriedTest[]> {
  const { task, module, state_sha, head_sha } = request;
  if (task === null || module === null) return [];
  const git = hub.git(repository);
  const { test_file: file } = await contractAt(git, task, module, state_sha);
  const text = await textAt(git, head_sha, file);
  if (text === undefined) throw new Error(`${file} is not at the head of ${task}`);
  const sources = createSourceReader({ has: (at) => at === file, read: (at) => (at === file ? text : undefined) });
  const inventory = inventoryOf(sources, file);
  if (inventory === null) throw new Error(`the quick gates read no tests in the language of ${file}`);
  return inventory;
}

const GATES: Readonly<Record<GateRequest["run_type"], readonly GateNumber[]>> = {
  CONTRACT: [0, 1],
  EXECUTION: [0, 1, 2],
  INTEGRITY: [3],
  BASELINE: [],
  RESOLVE: [],
};

/** The validators of this half of a run, as in a real run. */
function validatorsOf({ run_type, part }: GateRequest): ValidatorCode[] {
  const asked = new Set(GATES[run_type].flatMap((gate): readonly ValidatorCode[] => VALIDATORS_BY_GATE[gate]));
  return VALIDATORS.filter((validator) => asked.has(validator.code) && validator.part === part).map(({ code }) => code);
}

/** The schedule leaves the whole suite out, and the run says why. */
function leftOut(why: string): Finding {
  return { code: "FULL_REGRESSION_PASS", status: "SKIPPED", message: why, fix: "" };
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
