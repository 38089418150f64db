import { describe, expect, it } from "vitest";
import { AMENDS_BEFORE_ADVICE, decideSpec, SpecDecision, specDigest } from "../../../src/features/spec/approval.js";
import type { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { changed, validSpec } from "../../support/product-spec.js";

const spec = validSpec();
const amend = { action: "AMEND", feedback: "Split TSK-001." } as const;

describe("a decision on a spec", () => {
  it.each([
    [{ action: "APPROVE", spec_digest: "a".repeat(64) }],
    [{ action: "REJECT", reasons: "It forgets mobile users." }],
    [amend],
  ])("may be %j", (decision) => {
    expect(SpecDecision.safeParse(decision).success).toBe(true);
  });

  it.each([
    [{ action: "APPROVE" }],
    [{ action: "APPROVE", spec_digest: "abc" }],
    [{ action: "APPROVE", spec_digest: "a".repeat(64), reasons: "good" }],
    [{ action: "REJECT" }],
    [{ action: "REJECT", reasons: " " }],
    [{ action: "REJECT", reasons: "n/a" }],
    [{ action: "REJECT", feedback: "no" }],
    [{ action: "AMEND" }],
    [{ action: "AMEND", feedback: "" }],
    [{ action: "AMEND", feedback: "TBD" }],
    [{ action: "IGNORE" }],
  ])("may not be %j", (decision) => {
    expect(SpecDecision.safeParse(decision).success).toBe(false);
  });
});

describe("approving", () => {
  it("leads to the project when it is for what the spec says now", () => {
    expect(decideSpec({ action: "APPROVE", spec_digest: specDigest(spec) }, { spec, consecutiveAmends: 2 })).toEqual({
      ok: true,
      value: { route: { to: "project" }, consecutiveAmends: 0, advice: undefined },
    });
  });

  it("is stale when anything changed since it was seen", () => {
    const now = changed(spec, ["pillars", 0, "rationale"], "Because.") as ProductSpec;
    const outcome = decideSpec(
      { action: "APPROVE", spec_digest: specDigest(spec) },
      { spec: now, consecutiveAmends: 0 },
    );
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: "stale-approval", details: { seen: specDigest(spec), now: specDigest(now) } },
    });
    expect(!outcome.ok && outcome.refusal.message).toBe(
      `The approval is for spec ${specDigest(spec).slice(0, 12)}, but SPEC-001 is now ${specDigest(now).slice(0, 12)}; ` +
        "read the current version and approve that.",
    );
  });

  it("does not depend on the order of keys", () => {
    const reversed = Object.fromEntries(Object.entries(spec).toReversed()) as ProductSpec;
    expect(specDigest(reversed)).toBe(specDigest(spec));
  });
});

describe("rejecting", () => {
  it("starts over with the reasons, and counts from zero", () => {
    expect(decideSpec({ action: "REJECT", reasons: "Too big." }, { spec, consecutiveAmends: 5 })).toEqual({
      ok: true,
      value: { route: { to: "fresh-draft", reasons: "Too big." }, consecutiveAmends: 0, advice: undefined },
    });
  });
});

describe("amending", () => {
  const amendedAfter = (consecutiveAmends: number) => {
    const outcome = decideSpec(amend, { spec, consecutiveAmends });
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    return outcome.value;
  };

  it("goes on from the draft with the feedback, and counts", () => {
    expect(amendedAfter(0)).toEqual({
      route: { to: "patched-draft", feedback: "Split TSK-001." },
      consecutiveAmends: 1,
      advice: undefined,
    });
  });

  it("is advised against from the third in a row, and still done", () => {
    expect(AMENDS_BEFORE_ADVICE).toBe(3);
    expect(amendedAfter(1)).toMatchObject({ consecutiveAmends: 2, advice: undefined });
    expect(amendedAfter(2)).toMatchObject({
      consecutiveAmends: 3,
      advice: expect.stringContaining("amendment 3 in a row"),
    });
    expect(amendedAfter(3)).toMatchObject({
      consecutiveAmends: 4,
      advice: expect.stringContaining("amendment 4 in a row"),
    });
    expect(amendedAfter(9).route.to).toBe("patched-draft");
  });
});
