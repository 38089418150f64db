import { describe, expect, it } from "vitest";
import { ARTIFACT_PREFIXES, ArtifactType } from "../../../src/domain/artifacts/artifact-type.js";
import { ArtifactEnvelope } from "../../../src/domain/artifacts/envelope.js";
import { Producer, Role } from "../../../src/domain/artifacts/producer.js";
import { anEnvelope } from "../../support/artifacts.js";

const problems = (candidate: unknown) =>
  ArtifactEnvelope.safeParse(candidate).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("the artifact envelope", () => {
  it("accepts a complete one and gives notes a default", () => {
    const { notes: _, ...withoutNotes } = anEnvelope();
    expect(ArtifactEnvelope.parse(withoutNotes)).toEqual(anEnvelope({ notes: "" }));
  });

  it.each(Object.keys(anEnvelope()).filter((field) => field !== "notes"))("requires %s", (field) => {
    const candidate: Record<string, unknown> = { ...anEnvelope() };
    delete candidate[field];
    expect(ArtifactEnvelope.safeParse(candidate).success).toBe(false);
  });

  it("refuses an unknown field, type and status", () => {
    expect(ArtifactEnvelope.safeParse({ ...anEnvelope(), colour: "red" }).success).toBe(false);
    expect(ArtifactEnvelope.safeParse({ ...anEnvelope(), artifact_type: "MEMO" }).success).toBe(false);
    expect(ArtifactEnvelope.safeParse({ ...anEnvelope(), status: "DONE" }).success).toBe(false);
  });

  it.each(ArtifactType.options)("accepts the prefix of %s and no other", (artifact_type) => {
    const own = `${ARTIFACT_PREFIXES[artifact_type]}-0000000a`;
    expect(problems({ ...anEnvelope(), artifact_type, artifact_id: own })).toBeUndefined();
    const other = artifact_type === "CONTRACT" ? "MP-0000000a" : "CTR-0000000a";
    expect(problems({ ...anEnvelope(), artifact_type, artifact_id: other })).toEqual([
      `artifact_id: the id of a ${artifact_type} starts with ${ARTIFACT_PREFIXES[artifact_type]}-`,
    ]);
  });

  it.each(["MM-0001", "MM-0001@1.0", "@1.0.0", "MM-0001@^1.0.0", "two words@1.0.0", "MM-0001@01.0.0"])(
    "refuses the input reference %j",
    (ref) => {
      expect(problems({ ...anEnvelope(), inputs: [{ ref, purpose: "the contract" }] })?.[0]).toMatch(/^inputs\.0\.ref/);
    },
  );

  it("wants a purpose that says something with each reference", () => {
    expect(problems({ ...anEnvelope(), outputs: [{ ref: "MM-0001@1.0.0", purpose: "TBD" }] })).toHaveLength(1);
  });

  it.each(Role.options)("wants the Context Pack of a %s", (role) => {
    const created_by = { role, run_id: "run-1" };
    expect(problems({ ...anEnvelope(), created_by, context_pack_ref: "CP-00000001" })).toBeUndefined();
    expect(problems({ ...anEnvelope(), created_by, context_pack_ref: null })).toEqual([
      `context_pack_ref: must name the Context Pack that the ${role} worked from`,
    ]);
  });

  it.each(["loop", "person"] as const)("invents no Context Pack for the %s", (role) => {
    const created_by: Producer = { role, run_id: "run-1" };
    expect(problems({ ...anEnvelope(), created_by, context_pack_ref: null })).toBeUndefined();
    expect(problems({ ...anEnvelope(), created_by, context_pack_ref: "CP-00000001" })).toEqual([
      `context_pack_ref: must be null: the ${role} works from no Context Pack`,
    ]);
  });

  it("knows only the roles, the loop and people as producers", () => {
    expect(Producer.safeParse({ role: "reviewer", run_id: "run-1" }).success).toBe(false);
    expect(Producer.safeParse({ role: "loop", run_id: "" }).success).toBe(false);
  });
});
