import { z } from "zod";
import { GateNonce, type GateRequest } from "../gates/gate-request.js";
import { Instant, Sha } from "../ids.js";

/** A run of the whole suite on one commit of the default branch that was asked for. It judges no task, so one part is enough. */
export const SuiteAwaited = z.strictObject({
  nonce: GateNonce,
  sha: Sha,
  /** The state branch's commit whose baseline tells the run which failures are worth running again. */
  state_sha: Sha,
  requested_at: Instant,
});
export type SuiteAwaited = z.infer<typeof SuiteAwaited>;

export function suiteRequest({ nonce, sha, state_sha }: SuiteAwaited): GateRequest {
  return {
    schema_version: 1,
    nonce,
    part: "execute",
    run_type: "BASELINE",
    task: null,
    module: null,
    base_sha: sha,
    head_sha: sha,
    state_sha,
  };
}
