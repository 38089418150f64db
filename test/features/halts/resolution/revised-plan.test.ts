import { describe, expect, it } from "vitest";
import { checkOutline, isOutline, RevisedPlan } from "../../../../src/features/halts/resolution/revised-plan.js";
import { aBuiltDraft, aDraft } from "../../../support/micro-plan.js";

const module = (module_id: string, ...depends_on: string[]) => ({ module_id, description: "Does it.", depends_on });
const complaint = (plan: unknown) =>
  RevisedPlan.safeParse(plan)
    .error?.issues.map(({ message }) => message)
    .join("\n");

describe("a person's plan", () => {
  it("is the short form, or a whole plan as a planner writes it", () => {
    expect(isOutline(RevisedPlan.parse([module("parser")]))).toBe(true);
    const whole = aDraft(aBuiltDraft("tag"));
    expect(RevisedPlan.parse(whole)).toEqual(whole);
    expect(isOutline(whole)).toBe(false);
  });

  it.each([
    [[], /at least 1 module/],
    [[{ module_id: "a", description: "TBD", depends_on: [] }], /must say something/],
    [{ modules: [] }, /at least one module/],
    ["one module, please", /must be a list of modules/],
    [{ a: 1 }, /must be a list of modules/],
  ])("that is neither is told what is wrong with the form it chose: %j", (plan, words) => {
    expect(complaint(plan)).toMatch(words);
  });

  it.each([
    [[module("a"), module("b", "a"), module("c", "MM-0007@1.2.0")], undefined],
    [[module("a"), module("a")], "outline-repeated"],
    [[module("a", "b")], "outline-dependency"],
    [[module("a", "b"), module("b", "a")], "outline-cycle"],
    [[module("a", "a")], "outline-cycle"],
  ])("in short: %j is %s", (outline, code) => {
    const checked = checkOutline(outline);
    expect(checked.ok ? undefined : checked.refusal.code).toBe(code);
  });
});
