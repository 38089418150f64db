import { z } from "zod";

/** The thirteen artifact types and the prefixes of their ids (requirements.md#artifact-types). The list is closed. */
export const ARTIFACT_PREFIXES = {
  MICRO_PLAN: "MP",
  CONTRACT: "CTR",
  IMPLEMENTATION: "IMPL",
  PROPOSAL: "PROP",
  CHALLENGE: "CHAL",
  ADJUDICATION: "ADJ",
  SHIP_EVIDENCE: "SHIP",
  ESCALATION: "ESC",
  CONTEXT_PACK: "CP",
  INTERFACE_CHANGE_EXCEPTION: "ICE",
  REUSE_SEARCH_REPORT: "RSR",
  PRODUCT_SPEC: "SPEC",
  EXAMPLES: "EX",
} as const;

export const ArtifactType = z.enum(
  Object.keys(ARTIFACT_PREFIXES) as [keyof typeof ARTIFACT_PREFIXES, ...(keyof typeof ARTIFACT_PREFIXES)[]],
);
export type ArtifactType = z.infer<typeof ArtifactType>;
