import { z } from "zod";
import { ARTIFACT_PREFIXES, type ArtifactType } from "./artifact-type.js";

const prefixed = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}-[0-9a-f]{8}$`), `must look like ${prefix}-1a2b3c4d`);

/** Any artifact's id: its type's prefix and eight hexadecimal digits (requirements.md#artifact-ids). */
export const ArtifactId = prefixed(`(?:${Object.values(ARTIFACT_PREFIXES).join("|")})`);
export type ArtifactId = z.infer<typeof ArtifactId>;

export const MicroPlanId = prefixed(ARTIFACT_PREFIXES.MICRO_PLAN);
export const ImplementationId = prefixed(ARTIFACT_PREFIXES.IMPLEMENTATION);
export const ProposalId = prefixed(ARTIFACT_PREFIXES.PROPOSAL);
export const ChallengeId = prefixed(ARTIFACT_PREFIXES.CHALLENGE);
export const AdjudicationId = prefixed(ARTIFACT_PREFIXES.ADJUDICATION);
export const ShipId = prefixed(ARTIFACT_PREFIXES.SHIP_EVIDENCE);
export const EscalationId = prefixed(ARTIFACT_PREFIXES.ESCALATION);
export type EscalationId = z.infer<typeof EscalationId>;
export const ContextPackId = prefixed(ARTIFACT_PREFIXES.CONTEXT_PACK);
export const InterfaceChangeId = prefixed(ARTIFACT_PREFIXES.INTERFACE_CHANGE_EXCEPTION);
/**
 * These are not artifacts, but their ids are made the same way: one accepted result of a role call, and one release.
 */
export const ContributionId = prefixed("CONTRIB");
/** One proposed change to a module's own contract. */
export const AmendmentId = prefixed("AMD");
export type AmendmentId = z.infer<typeof AmendmentId>;
export const ReleaseId = prefixed("REL");
export type ReleaseId = z.infer<typeof ReleaseId>;

/** Four random bytes as eight hexadecimal digits. The caller passes them in, because the core has no randomness. */
export type RandomHex = () => string;

/** The loop makes ids; roles never do (requirements.md#artifact-ids). */
export function newArtifactId(type: ArtifactType, randomHex: RandomHex): ArtifactId {
  return ArtifactId.parse(`${ARTIFACT_PREFIXES[type]}-${randomHex()}`);
}
