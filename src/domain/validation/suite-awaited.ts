import { z } from "zod";
import { GateNonce, type GateRequest } from "../gates/gate-request.js";
import { Instant, Sha } from "../ids.js";

/** A requested run of the whole suite on one commit of the default branch. It judges no task, so one run is enough. */
export const SuiteAwaited = z.strictObject({
  nonce: GateNonce,
  sha: Sha,
  /** The commit of the state branch whose baseline shows the run which failures to repeat. */
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
