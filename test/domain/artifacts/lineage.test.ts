import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArtifactStatus } from "../../../src/domain/artifacts/artifact-status.js";
import { checkNextVersion, succeed } from "../../../src/domain/artifacts/lineage.js";
import { anEnvelope, now } from "../../support/artifacts.js";

const revision = {
  artifact_id: "PROP-00000002",
  bump: "patch",
  created_at: now,
  created_by: { role: "proposer", run_id: "run-2" },
  context_pack_ref: "CP-00000002",
} as const;

describe("the versions of a lineage", () => {
  it.each([
    [[], "1.0.0", true],
    [[], "1.0.1", false],
    [["1.0.0"], "1.0.1", true],
    [["1.0.0"], "1.0.0", false],
    [["2.0.0"], "1.5.0", false],
    [["1.0.0", "2.0.0", "1.9.0"], "1.9.1", false],
    [["1.9.0"], "1.10.0", true],
  ] as const)("after %j comes %s: %s", (lineage, candidate, ok) => {
    expect(checkNextVersion(lineage, candidate).ok).toBe(ok);
  });

  it("names what was expected", () => {
    expect(checkNextVersion([], "2.0.0")).toMatchObject({ refusal: { code: "version-not-initial" } });
    expect(checkNextVersion(["1.0.0", "3.0.0"], "2.0.0")).toMatchObject({
      refusal: {
        code: "version-not-monotonic",
        message: expect.stringContaining("3.0.0"),
        details: { highest: "3.0.0" },
      },
    });
  });

  it("accepts a version exactly when it is above all others", () => {
    const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20));
    const rank = ([major, minor, patch]: readonly number[]) =>
      (major ?? 0) * 10_000 + (minor ?? 0) * 100 + (patch ?? 0);
    fc.assert(
      fc.property(fc.array(version, { minLength: 1 }), version, (lineage, candidate) => {
        const versions = lineage.map((parts) => parts.join("."));
        const above = lineage.every((parts) => rank(candidate) > rank(parts));
        expect(checkNextVersion(versions, candidate.join(".")).ok).toBe(above);
      }),
    );
  });
});

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

  it.each(ArtifactStatus.options)("of a %s artifact is possible unless it is untouched or over", (status) => {
    const outcome = succeed(anEnvelope({ status }), revision);
    expect(outcome.ok).toBe(status !== "DRAFT" && status !== "DEPRECATED");
    if (!outcome.ok) expect(outcome.refusal.code).toBe("artifact-cannot-be-succeeded");
  });

  it("never takes the old id", () => {
    const outcome = succeed(anEnvelope({ status: "CHALLENGED" }), { ...revision, artifact_id: "PROP-00000001" });
    expect(outcome).toMatchObject({ refusal: { code: "artifact-id-reused" } });
  });
});
