import { z } from "zod";
import { GateNonce, type GatePart, type GateRequest, GateRunType } from "../../domain/gates/gate-request.js";
import { Instant, type ModuleRef, Sha, type TaskId } from "../../domain/ids.js";

/** Red proves that the tests can fail, green that the work passes them. */
export const Colour = z.enum(["red", "green"]);
export type Colour = z.infer<typeof Colour>;

/** Requested gate runs about the same commits: one judges, one executes. */
export const GatesAwaited = z.strictObject({
  run_type: GateRunType,
  nonces: z.strictObject({ judge: GateNonce, execute: GateNonce }),
  base_sha: Sha,
  head_sha: Sha,
  state_sha: Sha,
  requested_at: Instant,
  /** How often they were requested again because a run was lost or ended without a report. */
  lost: z.int().min(0),
  /** The problem with the last run that was not used. */
  lost_why: z.string().min(1).max(500).exactOptional(),
  /** The attempt of the round that they judge; absent for the whole branch. */
  attempt: z.int().min(1).exactOptional(),
  /** Why the whole suite is skipped; absent if it runs. */
  skip_suite: z.string().min(1).max(300).exactOptional(),
});
export type GatesAwaited = z.infer<typeof GatesAwaited>;

const PARTS = ["judge", "execute"] as const satisfies readonly GatePart[];

/** The requests, one per part. */
export function gateRequests(
  gates: GatesAwaited,
  subject: { readonly task: TaskId; readonly module: ModuleRef | null },
): GateRequest[] {
  const { run_type, nonces, base_sha, head_sha, state_sha, skip_suite } = gates;
  return PARTS.map((part) => ({
    schema_version: 1,
    nonce: nonces[part],
    part,
    run_type,
    ...subject,
    base_sha,
    head_sha,
    state_sha,
    ...(skip_suite === undefined ? {} : { skip_suite }),
  }));
}
