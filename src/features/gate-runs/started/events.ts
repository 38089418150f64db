import { z } from "zod";
import { GateNonce } from "../../../domain/gates/gate-request.js";
import { event } from "../../../engine/event-schema.js";

/** A gate run as GitHub numbers it. */
export const StartedRun = z.strictObject({ nonce: GateNonce, run_id: z.int().positive() });
export type StartedRun = z.infer<typeof StartedRun>;

export const GATE_RUN_EVENTS = [
  /** GitHub has started runs that are awaited. From then on every replica asks for them by their ids. */
  event("gate-runs-started", { runs: z.array(StartedRun).min(1) }),
] as const;
