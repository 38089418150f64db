import type { Instant } from "../ids.js";
import { ContextPack } from "./context-pack.js";
import { narrower, type Permission } from "./permission.js";
import type { VersionedRef } from "./versioned-ref.js";
import { permissionFor, type RoleInput, type Situation } from "./visibility.js";

/** Something that a role could be given: its row of the visibility table, and the most of it that may be shown. */
export type Candidate = {
  readonly ref: VersionedRef;
  readonly input: RoleInput;
  readonly reason: string;
  /** Narrows what the table grants, for example METADATA_ONLY for a large file; never widens it. */
  readonly atMost?: Permission;
};

export type ContextPackRequest = {
  readonly id: string;
  readonly createdFor: ContextPack["created_for"];
  readonly situation: Situation;
  readonly candidates: readonly Candidate[];
  readonly now: Instant;
};

/**
 * Builds the pack from the visibility table alone: each candidate is included as far as its row allows, or excluded.
 */
export function buildContextPack({ id, createdFor, situation, candidates, now }: ContextPackRequest): ContextPack {
  const judged = candidates.map((candidate) => {
    const granted = permissionFor(createdFor.role, candidate.input, situation);
    return { candidate, granted, permission: narrower(granted, candidate.atMost ?? "FULL") };
  });
  return ContextPack.parse({
    context_pack_id: id,
    created_for: createdFor,
    included_refs: judged.flatMap(({ candidate: { ref, reason }, permission }) =>
      permission === "NEVER" ? [] : [{ ref, permission, reason }],
    ),
    excluded_refs: judged
      .filter(({ permission }) => permission === "NEVER")
      .map(({ candidate: { ref, input, reason }, granted }) => ({
        ref,
        reason: granted === "NEVER" ? `the ${createdFor.role} is not given ${input} (${situation})` : reason,
      })),
    default_permission: "CONTRACT_ONLY",
    created_at: now,
  } satisfies ContextPack);
}
