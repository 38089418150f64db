import { describe, expect, it } from "vitest";
import {
  AdjudicationId,
  ArtifactId,
  ChallengeId,
  ContextPackId,
  ContributionId,
  EscalationId,
  InterfaceChangeId,
  MicroPlanId,
  newArtifactId,
  ProposalId,
  ReleaseId,
  ShipId,
} from "../../../src/domain/artifacts/artifact-id.js";
import { ARTIFACT_PREFIXES, ArtifactType } from "../../../src/domain/artifacts/artifact-type.js";

/** The types and prefixes, row by row (requirements.md#artifact-types). */
const SEED_PREFIXES = [
  ["MICRO_PLAN", "MP"],
  ["CONTRACT", "CTR"],
  ["IMPLEMENTATION", "IMPL"],
  ["PROPOSAL", "PROP"],
  ["CHALLENGE", "CHAL"],
  ["ADJUDICATION", "ADJ"],
  ["SHIP_EVIDENCE", "SHIP"],
  ["ESCALATION", "ESC"],
  ["CONTEXT_PACK", "CP"],
  ["INTERFACE_CHANGE_EXCEPTION", "ICE"],
  ["REUSE_SEARCH_REPORT", "RSR"],
  ["PRODUCT_SPEC", "SPEC"],
  ["EXAMPLES", "EX"],
] as const;

describe("artifact types and ids", () => {
  it("are the thirteen of the method, with its prefixes", () => {
    expect(Object.entries(ARTIFACT_PREFIXES)).toEqual(SEED_PREFIXES);
    expect(ArtifactType.options).toHaveLength(13);
  });

  it.each(SEED_PREFIXES)("%s gets an id that starts with %s and ends in the bits it was given", (type, prefix) => {
    expect(newArtifactId(type, () => "1a2b3c4d")).toBe(`${prefix}-1a2b3c4d`);
  });

  it.each(["", "1a2b3c4", "1a2b3c4d5", "1A2B3C4D", "1a2b3c4g"])("refuses %j as random bits", (bits) => {
    expect(() => newArtifactId("PROPOSAL", () => bits)).toThrow();
  });

  it.each([
    "PROP-1a2b3c4",
    "PROP-1a2b3c4d5",
    "prop-1a2b3c4d",
    "XX-1a2b3c4d",
    "PROP1a2b3c4d",
    " PROP-1a2b3c4d",
    "MM-1a2b3c4d",
  ])("refuses %j as an id", (id) => {
    expect(ArtifactId.safeParse(id).success).toBe(false);
  });

  it.each([
    ["MP", MicroPlanId],
    ["PROP", ProposalId],
    ["CHAL", ChallengeId],
    ["ADJ", AdjudicationId],
    ["SHIP", ShipId],
    ["ESC", EscalationId],
    ["CP", ContextPackId],
    ["ICE", InterfaceChangeId],
    ["CONTRIB", ContributionId],
    ["REL", ReleaseId],
  ] as const)("an id of kind %s is one of that kind only", (prefix, Id) => {
    expect(Id.safeParse(`${prefix}-1a2b3c4d`).success).toBe(true);
    expect(Id.safeParse("EX-1a2b3c4d").success).toBe(false);
  });
});
