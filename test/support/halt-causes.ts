import type { HaltCause, HaltKind } from "../../src/features/halts/escalation/causes.js";
import type { InterfaceChangeRequest } from "../../src/features/interface-change/rules/interface-change-request.js";
import { aFailure, amendment } from "./debate.js";

const module = "MM-0001@1.0.0";
const sha = (digit: string) => digit.repeat(40);

const EXCEPTION: InterfaceChangeRequest = {
  exception_id: "ICE-00000001",
  type: "INCOMPLETE",
  raised_by: { artifact_ref: "PROP-00000001", role: "proposer", run_id: "run-1" },
  target_module: "MM-0007@1.2.0",
  reason: "words are not returned in order",
  evidence: ["the test joins words with hyphens needs the order"],
  proposed_contract_delta: {
    added_inputs: [],
    removed_inputs: [],
    modified_inputs: [],
    added_outputs: [],
    removed_outputs: ["words"],
    modified_outputs: [],
    added_error_surfaces: [],
    removed_error_surfaces: [],
    modified_error_surfaces: [],
    added_effects: [],
    removed_effects: [],
    modified_effects: [],
    mode_changes: null,
  },
  compatibility_expectation: "BREAKING",
  urgency: "BLOCKING",
};

/** One complete cause for every kind of halt. */
export const HALTS: { readonly [Kind in HaltKind]: Extract<HaltCause, { kind: Kind }> } = {
  "debate-rejected": {
    kind: "debate-rejected",
    module,
    adjudication_id: "ADJ-00000001",
    rationale: "two responsibilities",
  },
  "repeated-objection": { kind: "repeated-objection", module, objections: [{ first: aFailure(), again: aFailure() }] },
  "mild-review-violation": {
    kind: "mild-review-violation",
    module,
    violations: ["R2: the evidence is a stock phrase"],
  },
  "amendment-not-applied": {
    kind: "amendment-not-applied",
    module,
    adjudication_id: "ADJ-00000001",
    unapplied: [{ amendment, reason: "the target is unchanged", explanation: "it contradicts CL-ERR-001" }],
  },
  "write-attempt": { kind: "write-attempt", module, role: "challenger", attempted: ["edit", "bash"] },
  "plan-level-failure": {
    kind: "plan-level-failure",
    module,
    challenge_id: "CHAL-00000001",
    failures: [aFailure({ scope: "PLAN" })],
  },
  "plan-invalid": {
    kind: "plan-invalid",
    last_plan: "modules: []",
    errors: [{ path: "modules", field: "modules", severity: "ERROR", message: "needs at least one module" }],
  },
  "plan-review-failed": {
    kind: "plan-review-failed",
    micro_plan_id: "MP-00000001",
    modules: ["MM-0001@1.0.0 Parse a tag"],
    findings: [
      {
        criterion: "COMPLETE",
        modules: [],
        evidence: "The criterion about printing belongs to no module.",
        required_change: "Plan a module that prints.",
      },
    ],
  },
  "task-too-large": {
    kind: "task-too-large",
    estimated_tokens: 90_000,
    allowed_tokens: 62_440,
    files: 5,
    allowed_files: 4,
    reasons: ["the files are over 40 % of the budget"],
  },
  "sops-do-not-fit": { kind: "sops-do-not-fit", sops: ["errors.md", "naming.md"], tokens: 4_100, reserve: 4_000 },
  "preconditions-missing": {
    kind: "preconditions-missing",
    module: "MM-0001@1.0.0",
    blockers: ['export "fold" is consumed but no shipped module provides it'],
  },
  "plan-cannot-be-built": {
    kind: "plan-cannot-be-built",
    module: "MM-0001@1.0.0",
    files: ["package.json"],
    why: "The entry of the package must name this module.",
  },
  "dependency-not-allowed": {
    kind: "dependency-not-allowed",
    dependencies: [{ name: "left-pad", range: "^1.3.0", why: "padding" }],
  },
  "dependencies-refused": { kind: "dependencies-refused", problems: ["left-pad@1.3.0 has no integrity hash"] },
  "dependency-runs-scripts": { kind: "dependency-runs-scripts", packages: ["esbuild@0.25.0"] },
  "interface-change": { kind: "interface-change", exception: EXCEPTION },
  "contract-not-agreed": {
    kind: "contract-not-agreed",
    exception: EXCEPTION,
    rounds: 3,
    objections: ["the order of words has no test"],
  },
  "contract-amendment-rejected": {
    kind: "contract-amendment-rejected",
    module,
    proposal: {
      module_id: "MM-0001",
      reason: "slugify needs an options parameter",
      proposed_changes: [{ path: "inputs[0].type", old_value: "string", new_value: "Title" }],
      additional_types: [],
      affected_modules: [],
    },
    rejection: "callers cannot give options",
  },
  "gates-failing": {
    kind: "gates-failing",
    module,
    attempts: 3,
    failures: [{ validator: "STRICT_COMPILATION", message: "TS2322 in src/slug.ts" }],
  },
  "branch-failing": {
    kind: "branch-failing",
    failures: [{ validator: "PRODUCTION_BUILD_PASS", message: "the build failed" }],
  },
  "tests-failing": {
    kind: "tests-failing",
    module,
    execution_log: {
      module_id: "MM-0001",
      module_version: "1.0.0",
      executed_at: "2026-01-31T12:00:00Z",
      tests: [
        { name: "joins words with hyphens", result: "PASS" },
        { name: "rejects an empty title", result: "FAIL" },
      ],
      summary: { total: 2, passed: 1, failed: 1 },
    },
  },
  "fingerprint-mismatch": {
    kind: "fingerprint-mismatch",
    module,
    locked: "1".repeat(64),
    actual: "2".repeat(64),
    differences: [{ dimension: "inputs", difference: "removed title" }],
  },
  "test-regression": {
    kind: "test-regression",
    tests: [
      { name: "adds numbers", now: "failing" },
      { name: "subtracts numbers", now: "gone" },
    ],
  },
  "gate-run-failed": { kind: "gate-run-failed", runs: [{ run_id: 42, conclusion: "timed_out" }] },
  "answer-invalid": { kind: "answer-invalid", role: "planner", errors: ["modules: must be a list"] },
  "call-failed": {
    kind: "call-failed",
    role: "proposer",
    model: "claude-sonnet-5-5",
    outcome: "overloaded",
    attempts: 3,
    last_error: "529 overloaded_error",
  },
  "job-failed": { kind: "job-failed", job: "ship-module", times: 3, last_error: "tests.1.name: is listed twice" },
  "task-budget-exhausted": { kind: "task-budget-exhausted", unit: "calls", limit: 40, used: 40, unknown_cost_calls: 2 },
  "merge-tree-mismatch": {
    kind: "merge-tree-mismatch",
    merge_sha: sha("a"),
    judged_tree: sha("b"),
    merged_tree: sha("c"),
  },
  "module-digest-mismatch": {
    kind: "module-digest-mismatch",
    module,
    files: [{ path: "src/slug.ts", judged: sha("a"), found: null }],
  },
  "merge-conflict": { kind: "merge-conflict", base: sha("a"), head: sha("b"), paths: ["src/slug.ts"] },
  "fix-refused": { kind: "fix-refused", head: sha("a"), problems: ["README.md is not a file of MM-0001"] },
  "branch-taken-over": { kind: "branch-taken-over", what: "deleted", by: "alice", pull_request: 7 },
  "taken-back": { kind: "taken-back", by: "alice", merge_sha: sha("a"), pull_request: 12 },
};
