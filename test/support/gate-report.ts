/** A gate request and its report. A test changes one field. */
import type { GateReport, ValidatorResult } from "../../src/domain/gates/gate-report.js";
import type { GateRequest } from "../../src/domain/gates/gate-request.js";

export function gateRequest(overrides: Partial<GateRequest> = {}): GateRequest {
  return {
    schema_version: 1,
    nonce: "0123456789abcdef0123456789abcdef",
    part: "judge",
    run_type: "CONTRACT",
    task: "T-core-notes-keep-001",
    module: "MM-0001@1.0.0",
    base_sha: "a".repeat(40),
    head_sha: "b".repeat(40),
    state_sha: "c".repeat(40),
    ...overrides,
  };
}

export function gateReport(request: GateRequest = gateRequest(), overrides: Partial<GateReport> = {}): GateReport {
  const { nonce, part, run_type, base_sha, head_sha } = request;
  return {
    schema_version: 1,
    nonce,
    part,
    run_type,
    base_sha,
    head_sha,
    validators: [],
    inventory: [],
    tests: [],
    suite: null,
    rerun: [],
    assertions: [],
    commands: [],
    resolved_files: [],
    runner: { id: "sandbox-1", confinement: "bubblewrap", lock_file_digest: null },
    ...overrides,
  };
}

export function validatorResult(overrides: Partial<ValidatorResult> = {}): ValidatorResult {
  return {
    code: "TASK_TEST_PASSES",
    gate: 2,
    status: "PASSED",
    message: "4 tests passed",
    details: {},
    duration_ms: 12,
    fix: "",
    places: [],
    ...overrides,
  };
}
