import { z } from "zod";
import { AssertionResult } from "../enforcement/assertion-result.js";
import { Digest, Sha } from "../ids.js";
import { GateStatus } from "../validation/gate-status.js";
import { TestResult } from "../validation/test-result.js";
import { GateNonce, GatePart, GateRunType } from "./gate-request.js";
import { MutationReport } from "./mutation-report.js";
import { ValidatorCode } from "./validator-code.js";

const Text = z.string().max(20_000);

/** One validator's finding, in a fixed form (requirements.md#result-of-a-run). */
export const ValidatorResult = z.strictObject({
  code: ValidatorCode,
  gate: z.int().min(0).max(3),
  status: GateStatus,
  message: Text,
  details: z.record(z.string(), z.unknown()),
  duration_ms: z.number().min(0),
  /** What to do about it; empty exactly when nothing is needed. */
  fix: Text,
  /** The places in files, for annotations. */
  places: z.array(z.strictObject({ path: z.string().max(1_000), line: z.int().min(1), message: Text })).max(500),
});
export type ValidatorResult = z.infer<typeof ValidatorResult>;

/** One test as read in the source, without running it. */
export const InventoriedTest = z.strictObject({
  name: z.string().min(1).max(1_000),
  clauses: z.array(z.string().max(100)).max(100),
  /** A short form of its assertion: `deepEqual(parse(x), ...)`. */
  asserts: z.array(z.string().max(300)).max(200),
});
export type InventoriedTest = z.infer<typeof InventoriedTest>;

/** The result of one command of the preset or of an additional gate. */
export const CommandResult = z.strictObject({
  name: z.string().max(100),
  command: z.string().max(1_000),
  required: z.boolean(),
  status: GateStatus,
  exit_code: z.int().nullable(),
  duration_ms: z.number().min(0),
  /** The end of its output. The reader marks where it was cut. */
  output: Text,
});
export type CommandResult = z.infer<typeof CommandResult>;

/**
 * The report of one run. It is untrusted: code in the same job may have written it. The App uses it only if run, nonce,
 * commits and schema match, and only for what it cannot check itself (decisions.md#reports-are-untrusted).
 */
export const GateReport = z.strictObject({
  schema_version: z.literal(1),
  nonce: GateNonce,
  part: GatePart,
  run_type: GateRunType,
  base_sha: Sha,
  head_sha: Sha,
  validators: z.array(ValidatorResult).max(50),
  /** From the judge: every test of the module's test file; null when its language cannot be read. */
  inventory: z.array(InventoriedTest).max(5_000).nullable(),
  /** From the executor: the module's own tests, red or green. */
  tests: z.array(TestResult).max(20_000),
  /** From the executor: the whole suite; null when it did not run. */
  suite: z.array(TestResult).max(20_000).nullable(),
  /** The re-run of the failing tests, if there was one. */
  rerun: z.array(TestResult).max(20_000),
  assertions: z.array(AssertionResult).max(1_000),
  commands: z.array(CommandResult).max(50),
  /** From a RESOLVE run: the files that resolving changed (manifest, lock file). */
  resolved_files: z.array(z.strictObject({ path: z.string().max(1_000), text: z.string().max(5_000_000) })).max(10),
  /** From the executor, once the module's tests have passed; absent in older reports. */
  mutation: MutationReport.exactOptional(),
  /** From the executor before a merge: the tree after merging head into base, which gate 3 judges. */
  merged_tree: Sha.exactOptional(),
  runner: z.strictObject({
    id: z.string().min(1).max(200),
    confinement: z.string().max(500),
    lock_file_digest: Digest.nullable(),
  }),
});
export type GateReport = z.infer<typeof GateReport>;
