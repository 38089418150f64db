import { describe, expect, it } from "vitest";
import { ArtifactStatus } from "../../../src/domain/artifacts/artifact-status.js";
import { succeed } from "../../../src/domain/artifacts/lineage.js";
import { anEnvelope, now } from "../../support/artifacts.js";

const revision = {
  artifact_id: "PROP-00000002",
  bump: "patch",
  created_at: now,
  created_by: { role: "proposer", run_id: "run-2" },
  context_pack_ref: "CP-00000002",
} as const;

describe("a revision", () => {
  it("is a new artifact with the next version, and the old one stays CHALLENGED", () => {
    const old = anEnvelope({ status: "CHALLENGED", version: "1.0.3" });
    expect(succeed(old, revision)).toEqual({
      ok: true,
      value: anEnvelope({
        artifact_id: "PROP-00000002",
        version: "1.0.4",
        status: "DRAFT",
        created_by: revision.created_by,
        context_pack_ref: "CP-00000002",
        inputs: [{ ref: "PROP-00000001@1.0.3", purpose: "the version that this one succeeds" }],
      }),
    });
    expect(old).toEqual(anEnvelope({ status: "CHALLENGED", version: "1.0.3" }));
  });

  it.each([
    ["patch", "1.2.4"],
    ["minor", "1.3.0"],
    ["major", "2.0.0"],
  ] as const)("of a %s change is %s", (bump, version) => {
    const outcome = succeed(anEnvelope({ status: "CHALLENGED", version: "1.2.3" }), { ...revision, bump });
    expect(outcome).toMatchObject({ value: { version } });
  });

  it.each(ArtifactStatus.options)("of a %s artifact is possible unless it has a successor already", (status) => {
    expect(succeed(anEnvelope({ status }), revision).ok).toBe(status !== "DEPRECATED");
  });

  it("never takes the old id", () => {
    const outcome = succeed(anEnvelope({ status: "CHALLENGED" }), { ...revision, artifact_id: "PROP-00000001" });
    expect(outcome).toMatchObject({ refusal: { code: "artifact-id-reused" } });
  });
});
