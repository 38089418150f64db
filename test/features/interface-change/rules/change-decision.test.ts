import { describe, expect, it } from "vitest";
import {
  currentDecision,
  InterfaceChangeDecision,
  interfaceChangeStatus,
  type RequestStatus,
  recordDecision,
} from "../../../../src/features/interface-change/rules/change-decision.js";
import { complaints } from "../../../support/contract.js";

const by = { exception_id: "ICE-0a1b2c3d", decided_by: "ada", decided_at: "2026-01-31T12:00:00Z" };
const approve: InterfaceChangeDecision = { ...by, decision: "APPROVE_CHANGE" };
const reject: InterfaceChangeDecision = {
  ...by,
  decision: "REJECT_CHANGE",
  reason: "Use the other module",
  requeue: true,
};
const defer: InterfaceChangeDecision = { ...by, decision: "DEFER" };

describe("a decision", () => {
  it.each([approve, reject, defer])("may be $decision", (decision) => {
    expect(complaints(InterfaceChangeDecision, decision)).toEqual([]);
  });

  it.each([
    ["no reason to reject", { ...reject, reason: "" }, "reason"],
    ["no word on the task", { ...reject, requeue: undefined }, "requeue"],
    ["a reason to approve", { ...approve, reason: "fine" }, "reason"],
    ["another word", { ...by, decision: "MAYBE" }, "decision"],
    ["nobody", { ...approve, decided_by: "" }, "decided_by"],
    ["no instant", { ...approve, decided_at: "today" }, "decided_at"],
  ])("is refused with %s", (_case, decision, complaint) => {
    expect(complaints(InterfaceChangeDecision, decision).join()).toContain(complaint);
  });
});

describe("the status of an exception", () => {
  it.each<[RequestStatus, InterfaceChangeDecision[]]>([
    ["RAISED", []],
    ["APPROVED", [approve]],
    ["REJECTED", [reject]],
    ["DEFERRED", [defer]],
    ["APPROVED", [defer, approve]],
    ["REJECTED", [approve, reject]],
  ])("is %s after its records", (status, decisions) => {
    expect(interfaceChangeStatus("ICE-0a1b2c3d", decisions)).toBe(status);
    expect(currentDecision("ICE-0a1b2c3d", decisions)).toBe(decisions.at(-1));
  });

  it("is its own, not another's", () => {
    const other = { ...approve, exception_id: "ICE-ffffffff" };
    expect(interfaceChangeStatus("ICE-0a1b2c3d", [defer, other])).toBe("DEFERRED");
  });
});

describe("recording a decision", () => {
  const all = [approve, reject, defer];
  const allowed: [InterfaceChangeDecision[], InterfaceChangeDecision[]][] = [
    [[], [approve, reject, defer]],
    [[defer], [approve, reject]],
    [[approve], [reject]],
    [[reject], []],
  ];

  it.each(allowed.flatMap(([before, may]) => all.map((next) => ({ before, next, ok: may.includes(next) }))))(
    "$next.decision after $before.0.decision: $ok",
    ({ before, next, ok }) => {
      const outcome = recordDecision(before, next);
      if (ok) expect(outcome).toEqual({ ok: true, value: [...before, next] });
      else expect(outcome).toMatchObject({ ok: false, refusal: { code: "decision-not-possible" } });
    },
  );

  it("says what is possible now", () => {
    const outcome = recordDecision([approve], defer);
    expect(outcome.ok ? "" : outcome.refusal.message).toBe(
      "ICE-0a1b2c3d is APPROVED; DEFER cannot follow. Possible now: REJECT_CHANGE.",
    );
    const over = recordDecision([reject], approve);
    expect(over.ok ? "" : over.refusal.message).toContain("Possible now: nothing.");
  });

  it("appends and never rewrites", () => {
    const records = [defer];
    recordDecision(records, approve);
    expect(records).toEqual([defer]);
  });
});
