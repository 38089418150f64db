import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ModuleEnd, nextOfPlan, planProspects } from "../../../src/domain/plan/abandonment.js";
import { aBuiltDraft, aDraft, aPlan, aReusedDraft, numberPlan } from "../../support/micro-plan.js";

/** a <- b <- c, and d alone, and e on b and d. */
const plan = aPlan({ a: [], b: ["a"], c: ["b"], d: [], e: ["b", "d"] });
const [a, b, c, d, e] = ["MM-0001", "MM-0002", "MM-0003", "MM-0004", "MM-0005"];
const ends = (given: Record<string, ModuleEnd>) => new Map(Object.entries(given));

describe("what can still be attempted", () => {
  it("is at first what needs nothing", () => {
    expect(planProspects(plan, ends({}))).toEqual({
      shipped: [],
      failed: [],
      abandoned: [],
      eligible: [a, d],
      waiting: [b, c, e],
    });
  });

  it("grows as modules ship", () => {
    expect(planProspects(plan, ends({ [a ?? ""]: "SHIPPED" }))).toMatchObject({
      shipped: [a],
      eligible: [b, d],
      waiting: [c, e],
    });
    expect(planProspects(plan, ends({ [a ?? ""]: "SHIPPED", [b ?? ""]: "SHIPPED" })).eligible).toEqual([c, d]);
  });

  it("loses everything behind a failure, however far, and keeps the rest", () => {
    expect(planProspects(plan, ends({ [a ?? ""]: "FAILED" }))).toEqual({
      shipped: [],
      failed: [a],
      abandoned: [b, c, e],
      eligible: [d],
      waiting: [],
    });
  });

  it("keeps what shipped before a failure", () => {
    const prospects = planProspects(plan, ends({ [a ?? ""]: "SHIPPED", [d ?? ""]: "SHIPPED", [b ?? ""]: "FAILED" }));
    expect(prospects).toEqual({ shipped: [a, d], failed: [b], abandoned: [c, e], eligible: [], waiting: [] });
  });

  it("takes modules outside the plan and reused ones as shipped", () => {
    const reuse = numberPlan(
      aDraft(
        aReusedDraft("fold", "MM-0900@1.0.0"),
        aBuiltDraft("tag", { depends_on: ["fold"] }),
        aBuiltDraft("label", { depends_on: ["MM-0800@1.0.0"] }),
      ),
    );
    expect(planProspects(reuse, ends({}))).toMatchObject({ shipped: ["MM-0900"], eligible: ["MM-0001", "MM-0002"] });
  });

  it("puts every module into exactly one list, and none behind a failure among the eligible", () => {
    const anEnd = fc.constantFrom<ModuleEnd | undefined>("SHIPPED", "FAILED", undefined);
    fc.assert(
      fc.property(fc.array(anEnd, { minLength: 5, maxLength: 5 }), (given) => {
        const known = plan.modules.flatMap(({ module_id }, index) => {
          const end = given[index];
          return end === undefined ? [] : [[module_id, end] as const];
        });
        const { shipped, failed, abandoned, eligible, waiting } = planProspects(plan, new Map(known));
        expect([...shipped, ...failed, ...abandoned, ...eligible, ...waiting].sort()).toEqual([a, b, c, d, e]);
      }),
    );
  });
});

describe("the next thing for a task", () => {
  it.each([
    ["attempt", {}],
    ["attempt", { "MM-0001": "FAILED" }],
    ["halt", { "MM-0001": "FAILED", "MM-0004": "SHIPPED" }],
    ["halt", { "MM-0001": "FAILED", "MM-0004": "FAILED" }],
    [
      "integrate",
      { "MM-0001": "SHIPPED", "MM-0002": "SHIPPED", "MM-0003": "SHIPPED", "MM-0004": "SHIPPED", "MM-0005": "SHIPPED" },
    ],
  ] as const)("is to %s", (expected, given) => {
    expect(nextOfPlan(planProspects(plan, ends(given)))).toBe(expected);
  });
});
