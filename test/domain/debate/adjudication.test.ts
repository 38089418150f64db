import { describe, expect, it } from "vitest";
import { Adjudication, AdjudicationAnswer, Amendment, Decision } from "../../../src/domain/debate/adjudication.js";
import { amendedApproval, amendment, approval, rejection } from "../../support/debate.js";

const stored = { APPROVE: approval, APPROVE_WITH_AMENDMENTS: amendedApproval, REJECT: rejection };

describe("an adjudication", () => {
  it.each(Decision.options)("that says %s has one form", (decision) => {
    const record = stored[decision];
    expect(Adjudication.parse(record)).toEqual(record);
    const { adjudication_id: _, target_artifact_id: __, bound_to: ___, ...answer } = record;
    expect(AdjudicationAnswer.parse(answer)).toEqual(answer);
    expect(AdjudicationAnswer.safeParse(record).success).toBe(false);
  });

  it.each([
    ["APPROVE", "SHIP", 0, true],
    ["APPROVE", "NO_SHIP", 0, false],
    ["APPROVE", "SHIP", 1, false],
    ["APPROVE_WITH_AMENDMENTS", "SHIP", 1, true],
    ["APPROVE_WITH_AMENDMENTS", "SHIP", 0, false],
    ["APPROVE_WITH_AMENDMENTS", "NO_SHIP", 1, false],
    ["REJECT", "NO_SHIP", 0, true],
    ["REJECT", "SHIP", 0, false],
    ["REJECT", "NO_SHIP", 1, false],
    ["DEFER", "NO_SHIP", 0, false],
  ])("%s with %s and %i amendments: %s", (decision, ship_directive, count, ok) => {
    const amendments = Array.from({ length: count }, () => amendment);
    expect(Adjudication.safeParse({ ...approval, decision, ship_directive, amendments }).success).toBe(ok);
  });

  it.each(Decision.options)("that says %s needs a rationale and what it is about", (decision) => {
    expect(Adjudication.safeParse({ ...stored[decision], rationale: "n/a" }).success).toBe(false);
    const { bound_to: _, ...unbound } = stored[decision];
    expect(Adjudication.safeParse(unbound).success).toBe(false);
  });

  it("is refused with a vague amendment, and says which part of it is vague", () => {
    const vague = Adjudication.safeParse({
      ...amendedApproval,
      amendments: [{ action: "MODIFY", target: "export:slugify", detail: "improve error handling" }],
    });
    expect(vague.error?.issues).toMatchObject([
      { path: ["amendments", 0], message: expect.stringContaining("improve error handling") },
    ]);
  });

  it("amends by MODIFY, ADD and REMOVE only", () => {
    expect(["MODIFY", "ADD", "REMOVE"].every((action) => Amendment.safeParse({ ...amendment, action }).success)).toBe(
      true,
    );
    expect(Amendment.safeParse({ ...amendment, action: "RENAME" }).success).toBe(false);
  });
});
