import { z } from "zod";
import { Config } from "../../src/domain/config/config.js";
import { AssertionTarget } from "../../src/domain/contract/assertion.js";
import { ClauseKind } from "../../src/domain/contract/clause.js";
import { FileAction } from "../../src/domain/contract/manifest.js";
import { CommandResult } from "../../src/domain/gates/gate-report.js";
import { GateRunType } from "../../src/domain/gates/gate-request.js";
import { GateStatus } from "../../src/domain/validation/gate-status.js";
import { TestResult } from "../../src/domain/validation/test-result.js";
import { type ContractReading, readContract } from "../../src/gates/contract-reading.js";
import type { ExecutionFacts, ModuleTestRun, SuiteFacts } from "../../src/gates/execution-facts.js";
import type { GateContext, GateManifest } from "../../src/gates/gate-context.js";
import { readPlanContract } from "../../src/gates/plan-contract.js";
import { aContract } from "./contract.js";
import { aClause, aGateContext, aJudgedContract, executionFacts, PACKAGE_JSON } from "./gate-context.js";
import { aSop } from "./sop.js";
import { aBaseline } from "./test-baseline.js";

const Files = z.record(z.string(), z.string());
const Manifest = z.array(z.strictObject({ path: z.string(), action: FileAction, reason: z.string().exactOptional() }));
const Failure = z.enum(["assertion", "missing-module", "syntax", "setup"]);
const Ran = TestResult.extend({ failure: Failure.exactOptional() });

/** One labelled case of fixtures/gates: the input and the expected results. */
export const GateCase = z.strictObject({
  why: z.string().min(10),
  status: GateStatus,
  message: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  run_type: GateRunType.default("CONTRACT"),
  mode: z.enum(["STRICT", "CREATIVE"]).default("STRICT"),
  task: z
    .strictObject({ title: z.string(), text: z.string(), acceptanceCriteria: z.array(z.string()).default([]) })
    .optional(),
  test_file: z.string().default("test/tag.test.ts"),
  entry: z.string().nullable().default("src/tag.ts"),
  files: Files.default({}),
  base: Files.default({ "package.json": PACKAGE_JSON }),
  manifest: Manifest.optional(),
  locked: Manifest.optional(),
  locked_tests: z.record(z.string(), z.string()).optional(),
  no_contract: z.boolean().default(false),
  clauses: z.record(z.string(), ClauseKind).optional(),
  surface: z.array(AssertionTarget).optional(),
  creates: z.array(z.string()).optional(),
  errors: z.array(z.string()).optional(),
  /** A whole contract: changes to a valid contract.yml, or a contract of the plan. */
  contract_changes: z.record(z.string(), z.unknown()).optional(),
  plan_contract: z.unknown().optional(),
  previous_fingerprint: z.enum(["same", "other"]).optional(),
  modes: z.record(z.string(), z.string()).default({}),
  seals: z
    .array(
      z.strictObject({
        module_ref: z.string(),
        files: z.array(z.strictObject({ path: z.string(), blob: z.string() })),
      }),
    )
    .default([]),
  loop_files: z.array(z.string()).default([]),
  packages: z.array(z.string()).default([]),
  dependency_entries: z.array(z.string()).default([]),
  config: z.record(z.string(), z.unknown()).default({}),
  danger: z
    .strictObject({
      enabled: z.boolean(),
      paths: z.array(z.string()),
      setBy: z.enum(["configuration", "plan", "role"]),
    })
    .optional(),
  window: z.int().default(200_000),
  sops: z.array(z.string()).default([]),
  red: z
    .strictObject({
      tests: z.array(Ran).default([]),
      broken: Failure.nullable().default(null),
      output: z.string().default("what was printed"),
      assertions: z.int().nullable().default(null),
    })
    .optional(),
  green: z
    .strictObject({
      tests: z.array(Ran).default([]),
      broken: Failure.nullable().default(null),
      output: z.string().default("what was printed"),
      assertions: z.int().nullable().default(null),
    })
    .optional(),
  commands: z
    .array(
      CommandResult.extend({
        command: z.string().default("npm run step"),
        required: z.boolean().default(true),
        exit_code: z.int().nullable().default(0),
        duration_ms: z.number().default(1),
        output: z.string().default(""),
      }),
    )
    .optional(),
  suite: z
    .strictObject({
      results: z.array(TestResult),
      rerun: z.array(TestResult).default([]),
      passing: z.array(z.string()).nullable().default([]),
      known_failures: z.array(z.string()).default([]),
      assertions: z.int().nullable().default(null),
    })
    .optional(),
  suite_not_due: z.string().optional(),
});
export type GateCase = z.infer<typeof GateCase>;

/** The context that a case describes. Fields that it leaves out have valid defaults. */
export function contextOf(gateCase: GateCase): GateContext {
  const files = { ...gateCase.base, ...gateCase.files };
  const manifest = manifestOf(gateCase, gateCase.manifest);
  const context = aGateContext({
    runType: gateCase.run_type,
    mode: gateCase.mode,
    ...(gateCase.task === undefined ? {} : { task: gateCase.task }),
    contract: contractOf(gateCase),
    manifest,
    lockedManifest: gateCase.locked === undefined ? manifest : manifestOf(gateCase, gateCase.locked),
    previousFingerprint: gateCase.previous_fingerprint === "same" ? "a".repeat(64) : null,
    seals: gateCase.seals,
    declaredPackages: gateCase.packages,
    dependencies: gateCase.dependency_entries.map((entry) => ({ ref: "MM-0002@1.0.0", entry, exports: [] })),
    rules: Config.parse(gateCase.config),
    danger: gateCase.danger ?? { enabled: false, paths: [], setBy: "configuration" },
    window: { context_window: gateCase.window },
    sops: gateCase.sops.map((body) => aSop({ body })),
    execution: executionOf(gateCase),
    baseFiles: gateCase.base,
    files: Object.fromEntries(Object.entries(files).filter(([path]) => gateCase.files[path] !== DELETED)),
  });
  const blobs = gateCase.loop_files.map((path) => [path, context.head.blob(path) ?? ""] as const);
  const locked = gateCase.locked_tests;
  return {
    ...context,
    committedByLoop: new Map(blobs),
    diff: context.diff.map((change) => ({ ...change, mode: gateCase.modes[change.path] ?? change.mode })),
    lockedTests:
      locked === undefined
        ? null
        : new Map(Object.keys(locked).map((path) => [path, aGateContext({ files: locked }).head.blob(path) ?? ""])),
  };
}

/** Marks a file that exists at the base only. */
const DELETED = "DELETED";

function manifestOf({ test_file, entry }: GateCase, files: GateCase["manifest"]): GateManifest {
  const usual = [
    ...(entry === null ? [] : [{ path: entry, action: "CREATE" as const }]),
    { path: test_file, action: "CREATE" as const },
  ];
  return { files: files ?? usual, testFile: test_file, entry };
}

function contractOf(gateCase: GateCase): ContractReading {
  if (gateCase.no_contract) return { kind: "absent" };
  if (gateCase.contract_changes !== undefined)
    return readContract({ ...aContract(), ...gateCase.contract_changes }, gateCase.mode);
  if (gateCase.plan_contract !== undefined) return readPlanContract(gateCase.plan_contract);
  const { clauses, surface, creates, errors } = gateCase;
  const contract = aJudgedContract({
    ...(clauses === undefined ? {} : { clauses: Object.entries(clauses).map(([id, kind]) => aClause(id, kind)) }),
    ...(surface === undefined ? {} : { assertion_surface: surface }),
    ...(creates === undefined ? {} : { creates }),
    ...(errors === undefined
      ? {}
      : { error_surfaces: errors.map((name) => ({ name, when: "it fails", surface: "exception" })) }),
  });
  return { kind: "read", contract, fingerprint: "a".repeat(64) };
}

function executionOf({ red, green, commands, suite, suite_not_due }: GateCase): ExecutionFacts | null {
  if (
    red === undefined &&
    green === undefined &&
    commands === undefined &&
    suite === undefined &&
    suite_not_due === undefined
  )
    return null;
  return executionFacts({
    red: red === undefined ? null : runOf(red),
    green: green === undefined ? null : runOf(green),
    commands: commands ?? [],
    suite: suiteOf(suite, suite_not_due),
  });
}

function runOf({ tests, broken, output, assertions }: NonNullable<GateCase["red"]>): ModuleTestRun {
  return {
    command: "npm test",
    tests,
    assertions,
    broken: broken === null ? null : { failure: broken, output },
  };
}

function suiteOf(suite: GateCase["suite"], reason = "not due"): SuiteFacts {
  if (suite === undefined) return { ran: false, reason };
  const { results, rerun, passing, known_failures, assertions } = suite;
  return {
    ran: true,
    results,
    rerun,
    assertions,
    baseline: passing === null ? null : aBaseline({ passing, known_failures }),
  };
}
