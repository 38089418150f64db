import { z } from "zod";
import { AssertionResult } from "../enforcement/assertion-result.js";
import { Digest, Sha } from "../ids.js";
import { GateStatus } from "../validation/gate-status.js";
import { TestResult } from "../validation/test-result.js";
import { GateNonce, GatePart, GateRunType } from "./gate-request.js";
import { ValidatorCode } from "./validator-code.js";

const Text = z.string().max(20_000);

/** One validator's finding, in fixed words (requirements.md#result-of-a-run). */
export const ValidatorResult = z.strictObject({
  code: ValidatorCode,
  gate: z.int().min(0).max(3),
  status: GateStatus,
  message: Text,
  details: z.record(z.string(), z.unknown()),
  duration_ms: z.number().min(0),
  /** What to do about it; empty exactly when nothing is to be done. */
  fix: Text,
  /** Where in the files it shows, for annotations. */
  places: z.array(z.strictObject({ path: z.string().max(1_000), line: z.int().min(1), message: Text })).max(500),
});
export type ValidatorResult = z.infer<typeof ValidatorResult>;

/** One test as the judge reads it in the source, without running it. */
export const InventoriedTest = z.strictObject({
  name: z.string().min(1).max(1_000),
  clauses: z.array(z.string().max(100)).max(100),
  /** What it asserts, shortly: `deepEqual(parse(x), ...)`. */
  asserts: z.array(z.string().max(300)).max(200),
});
export type InventoriedTest = z.infer<typeof InventoriedTest>;

/** One command of the preset or of an additional gate, as it ended. */
export const CommandResult = z.strictObject({
  name: z.string().max(100),
  command: z.string().max(1_000),
  required: z.boolean(),
  status: GateStatus,
  exit_code: z.int().nullable(),
  duration_ms: z.number().min(0),
  /** The end of what it printed; the reader bounds it, visibly. */
  output: Text,
});
export type CommandResult = z.infer<typeof CommandResult>;

/**
 * The report of one run. Untrusted: code in the same job may have written it. The App uses it only as far as run,
 * nonce, commits and schema match, and only for what it cannot check itself (decisions.md#reports-are-untrusted).
 */
export const GateReport = z.strictObject({
  schema_version: z.literal(1),
  nonce: GateNonce,
  part: GatePart,
  run_type: GateRunType,
  base_sha: Sha,
  head_sha: Sha,
  validators: z.array(ValidatorResult).max(50),
  /** Of the judge: every test of the module's test file; null where its language cannot be read, and nothing is known. */
  inventory: z.array(InventoriedTest).max(5_000).nullable(),
  /** Of the executor: the module's own tests, red or green. */
  tests: z.array(TestResult).max(20_000),
  /** Of the executor: the whole suite, when it ran; null when it did not. */
  suite: z.array(TestResult).max(20_000).nullable(),
  /** The re-run of just the failing tests, when there was one. */
  rerun: z.array(TestResult).max(20_000),
  assertions: z.array(AssertionResult).max(1_000),
  commands: z.array(CommandResult).max(50),
  /** Of a RESOLVE run: the files that resolving changed (manifest, lock file). */
  resolved_files: z.array(z.strictObject({ path: z.string().max(1_000), text: z.string().max(5_000_000) })).max(10),
  /** Of the executor before a merge: the tree that merging head into base gives, which is what gate 3 is about. */
  merged_tree: Sha.exactOptional(),
  runner: z.strictObject({
    id: z.string().min(1).max(200),
    confinement: z.string().max(500),
    lock_file_digest: Digest.nullable(),
  }),
});
export type GateReport = z.infer<typeof GateReport>;
