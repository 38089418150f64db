import { z } from "zod";
import { Manifest } from "../contract/manifest.js";
import { RepoPath } from "../contract/repo-path.js";
import { Sha } from "../ids.js";
import { TestResult } from "../validation/test-result.js";
import { GateNonce } from "./gate-request.js";

/** `lock.yml`: what red was judged on, by content (decisions.md#locked-at-red). */
export const ModuleLock = z.strictObject({
  contract_blob: Sha,
  test_blob: Sha,
  examples_blob: Sha,
  /** Helpers, fixtures and data of the tests, by path. */
  support_blobs: z.record(RepoPath, Sha).exactOptional(),
  manifest: Manifest,
});
export type ModuleLock = z.infer<typeof ModuleLock>;

/**
 * `shipped.yml`: the module's files on the task's branch when it shipped, evidence included. A later run of the same
 * task, for this module or another, finds these files in its diff. With this content they are not changes of the judged
 * module.
 */
export const ModuleShipped = z.strictObject({ files: z.array(z.strictObject({ path: RepoPath, blob: Sha })) });
export type ModuleShipped = z.infer<typeof ModuleShipped>;

/** `red.yml`: the CONTRACT run before an EXECUTION run, and how each test failed in it (requirements.md#run-types). */
export const RedEvidence = z.strictObject({
  contract_run: GateNonce,
  head_sha: Sha,
  tests: z.array(TestResult),
});
export type RedEvidence = z.infer<typeof RedEvidence>;
