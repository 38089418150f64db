import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/domain/debate/adjudication.js";
import { allowedDecisions, routeAdjudication, routeChallenge } from "../../../src/domain/debate/routing.js";
import { aChallenge, aFail, aFailure, aPass } from "../../support/debate.js";

const other = aFailure({ invariant: "Slugs are lower case everywhere", required_change: "lower the case of `slug`" });
const failing = aChallenge(aFail());
const failingOtherwise = aChallenge(aFail({ failures: [other] }));
const passing = aChallenge(aPass());
const route = (revisions: number, challenge = failing, previous?: typeof failing) =>
  routeChallenge({ challenge, previous, progress: { revisions } });

describe("after a challenge", () => {
  it.each([0, 1, 2])("PASS is adjudicated, with every decision open (%i revisions used)", (revisions) => {
    expect(route(revisions, passing)).toEqual({
      next: "adjudicate",
      allowed: ["APPROVE", "APPROVE_WITH_AMENDMENTS", "REJECT"],
    });
  });

  it.each([
    [0, { next: "revise", revision: 1 }],
    [1, { next: "revise", revision: 2 }],
    [2, { next: "adjudicate", allowed: ["APPROVE_WITH_AMENDMENTS", "REJECT"] }],
  ])("FAIL after %i revisions leads to %j", (revisions, step) => {
    expect(route(revisions)).toEqual(step);
    expect(route(revisions, failing, failingOtherwise)).toEqual(step);
  });

  it("the same objection twice in a row halts while revisions are left", () => {
    expect(route(1, failing, failing)).toEqual({
      next: "halt",
      cause: "repeated-objection",
      objections: [{ first: aFailure(), again: aFailure() }],
    });
    expect(route(2, failing, failing)).toMatchObject({ next: "adjudicate" });
    expect(route(1, passing, failing)).toMatchObject({ next: "adjudicate" });
  });

  it.each([0, 1, 2])("a failure of the plan halts at once (%i revisions used)", (revisions) => {
    const ofPlan = aFailure({ scope: "PLAN" });
    const challenge = aChallenge(aFail({ failures: [aFailure(), ofPlan] }));
    expect(route(revisions, challenge)).toEqual({ next: "halt", cause: "plan-level-failure", failures: [ofPlan] });
  });

  it.each([0, 1, 2])("a failure upstream raises an interface change (%i revisions used)", (revisions) => {
    const upstream = aFailure({ scope: "UPSTREAM", target_module: "MM-0007@1.2.0" });
    const challenge = aChallenge(aFail({ failures: [aFailure(), upstream] }));
    expect(route(revisions, challenge)).toEqual({ next: "raise-interface-change", failures: [upstream] });
  });

  it("the plan comes before the upstream contract, and both before a repeated objection", () => {
    const upstream = aFailure({ scope: "UPSTREAM", target_module: "MM-0007@1.2.0" });
    const both = aChallenge(aFail({ failures: [upstream, aFailure({ scope: "PLAN" })] }));
    expect(route(0, both)).toMatchObject({ cause: "plan-level-failure" });
    const again = aChallenge(aFail({ failures: [aFailure(), upstream] }));
    expect(route(1, again, failing)).toMatchObject({ next: "raise-interface-change" });
  });
});

describe("after an adjudication", () => {
  const decide = (decision: Decision, changes: Partial<Parameters<typeof routeAdjudication>[0]> = {}) =>
    routeAdjudication({ decision, verdict: "PASS", gatesPassed: true, progress: { revisions: 2 }, ...changes });

  it("approval ships and amended approval amends, over PASS", () => {
    expect(decide("APPROVE")).toEqual({ ok: true, value: { next: "ship" } });
    expect(decide("APPROVE_WITH_AMENDMENTS")).toEqual({ ok: true, value: { next: "amend" } });
  });

  it.each(["PASS", "FAIL"] as const)("rejection halts, over %s, when no revision is left", (verdict) => {
    expect(decide("REJECT", { verdict })).toEqual({ ok: true, value: { next: "halt", cause: "debate-rejected" } });
  });

  it.each([0, 1])("rejection is a revision while one is left (%i used)", (revisions) => {
    expect(decide("REJECT", { progress: { revisions } })).toEqual({
      ok: true,
      value: { next: "revise", revision: revisions + 1 },
    });
  });

  it("over a last FAIL the Arbiter may amend or reject, not simply approve", () => {
    const last = { verdict: "FAIL" } as const;
    expect(allowedDecisions("FAIL")).toEqual(["APPROVE_WITH_AMENDMENTS", "REJECT"]);
    expect(decide("APPROVE", last)).toMatchObject({
      refusal: { code: "decision-not-allowed", message: expect.stringContaining("APPROVE_WITH_AMENDMENTS or REJECT") },
    });
    expect(decide("APPROVE_WITH_AMENDMENTS", last)).toEqual({ ok: true, value: { next: "amend" } });
    expect(decide("REJECT", last)).toEqual({ ok: true, value: { next: "halt", cause: "debate-rejected" } });
  });

  it.each(["APPROVE", "APPROVE_WITH_AMENDMENTS"] as const)("%s is impossible over a failed gate", (decision) => {
    expect(decide(decision, { gatesPassed: false })).toMatchObject({ refusal: { code: "approval-over-failed-gate" } });
  });

  it("rejection needs no gate", () => {
    expect(decide("REJECT", { gatesPassed: false }).ok).toBe(true);
  });
});
