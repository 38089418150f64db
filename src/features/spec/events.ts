import { z } from "zod";
import { UsageLine } from "../../domain/artifacts/usage-ledger.js";
import { Digest, Sha } from "../../domain/ids.js";
import { event } from "../../engine/event-schema.js";

export const SPEC_EVENTS = [
  event("spec-unusable", { why: z.string().min(1), blob: Sha.nullable() }),
  event("spec-found", { blob: Sha }),
  event("spec-drafted", {
    round: z.int().positive(),
    spec_digest: Digest,
    sources: z.array(z.string()).default([]),
    queries: z.array(z.string()).optional(),
    /** Why the web could not be searched; absent if it could. */
    unsearched: z.string().min(1).optional(),
    usage: z.array(UsageLine).default([]),
  }),
  event("draft-failed", {
    round: z.int().positive(),
    why: z.string().min(1),
    usage: z.array(UsageLine).default([]),
  }),
  event("spec-shown", { pull_request: z.int().positive() }),
  event("spec-approved", { by: z.string().min(1), spec_digest: Digest }),
  event("spec-rejected", {
    by: z.string().min(1),
    reasons: z.string().min(1),
    /** SPEC.md as it is now. The fresh start is made from it. */
    spec_blob: Sha.optional(),
  }),
  event("spec-amended", { by: z.string().min(1), feedback: z.string().min(1) }),
  /** The quick lane: the spec was made from the issue. It is a file of the same commit. */
  event("quick-spec-made", { spec_digest: Digest }),
] as const;
