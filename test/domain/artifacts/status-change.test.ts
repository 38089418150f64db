import { describe, expect, it } from "vitest";
import { changeStatus, type StatusChange } from "../../../src/domain/artifacts/status-change.js";
import { anEnvelope } from "../../support/artifacts.js";

const own = "PROP-00000001";
const [one, other] = ["1".repeat(64), "2".repeat(64)];

const shipping: Extract<StatusChange, { to: "SHIPPED" }> = {
  to: "SHIPPED",
  decision: "APPROVE",
  amendmentsApplied: false,
  verification: { result: "PASS", fingerprint: one },
  lockedFingerprint: one,
};
const successor = { artifact_id: "PROP-00000002", artifact_type: "PROPOSAL", status: "SHIPPED" } as const;

describe("a change of status", () => {
  it.each<[string, Parameters<typeof anEnvelope>[0], StatusChange]>([
    ["a challenge of it", { status: "DRAFT" }, { to: "CHALLENGED", challenge: { target_artifact_id: own } }],
    [
      "an adjudication of it",
      { status: "CHALLENGED" },
      { to: "ADJUDICATED", adjudication: { target_artifact_id: own } },
    ],
    ["approval and evidence", { status: "ADJUDICATED" }, shipping],
    [
      "amended approval, applied, and evidence",
      { status: "ADJUDICATED" },
      { ...shipping, decision: "APPROVE_WITH_AMENDMENTS", amendmentsApplied: true },
    ],
    [
      "rejection with one revision left",
      { status: "ADJUDICATED" },
      { to: "DRAFT", decision: "REJECT", revisionsLeft: 1 },
    ],
    ["a shipped successor", { status: "SHIPPED" }, { to: "DEPRECATED", successor }],
  ])("is made by %s", (_, changes, change) => {
    const before = anEnvelope(changes);
    expect(changeStatus(before, change)).toEqual({ ok: true, value: { ...before, status: change.to } });
    expect(before.status).toBe(changes?.status);
  });

  it.each<[string, Parameters<typeof anEnvelope>[0], StatusChange, RegExp]>([
    [
      "a challenge of another artifact",
      { status: "DRAFT" },
      { to: "CHALLENGED", challenge: { target_artifact_id: "PROP-00000009" } },
      /the challenge is about PROP-00000009/,
    ],
    [
      "an adjudication of another artifact",
      { status: "CHALLENGED" },
      { to: "ADJUDICATED", adjudication: { target_artifact_id: "PROP-00000009" } },
      /the adjudication is about PROP-00000009/,
    ],
    ["a rejection", { status: "ADJUDICATED" }, { ...shipping, decision: "REJECT" }, /the Arbiter rejected it/],
    [
      "amendments that are not applied",
      { status: "ADJUDICATED" },
      { ...shipping, decision: "APPROVE_WITH_AMENDMENTS" },
      /not all applied/,
    ],
    [
      "ship evidence that failed",
      { status: "ADJUDICATED" },
      { ...shipping, verification: { result: "FAIL", fingerprint: one } },
      /not PASS/,
    ],
    ["another fingerprint", { status: "ADJUDICATED" }, { ...shipping, lockedFingerprint: other }, /2{64} was locked/],
    [
      "a return to draft after approval",
      { status: "ADJUDICATED" },
      { to: "DRAFT", decision: "APPROVE", revisionsLeft: 2 },
      /only a REJECT returns it/,
    ],
    [
      "a return to draft after the retry window",
      { status: "ADJUDICATED" },
      { to: "DRAFT", decision: "REJECT", revisionsLeft: 0 },
      /the retry window is over/,
    ],
    [
      "a successor that has not shipped",
      { status: "SHIPPED" },
      { to: "DEPRECATED", successor: { ...successor, status: "ADJUDICATED" } },
      /PROP-00000002 is ADJUDICATED/,
    ],
    [
      "a successor of another type",
      { status: "SHIPPED" },
      { to: "DEPRECATED", successor: { ...successor, artifact_id: "CTR-00000002", artifact_type: "CONTRACT" } },
      /CTR-00000002 is a CONTRACT, not a PROPOSAL/,
    ],
    [
      "itself as its successor",
      { status: "SHIPPED" },
      { to: "DEPRECATED", successor: { ...successor, artifact_id: own } },
      /cannot succeed itself/,
    ],
  ])("is refused for %s", (_, changes, change, reason) => {
    const outcome = changeStatus(anEnvelope(changes), change);
    expect(outcome).toMatchObject({ refusal: { code: "unjustified-artifact-transition" } });
    expect(outcome).toMatchObject({ refusal: { message: expect.stringMatching(reason) } });
  });

  it("asks the table first, whatever the evidence", () => {
    expect(changeStatus(anEnvelope({ status: "DRAFT" }), shipping)).toMatchObject({
      refusal: { code: "illegal-artifact-transition" },
    });
  });
});
