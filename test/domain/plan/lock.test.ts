import { describe, expect, it } from "vitest";
import { checkPlanLock, lockPlan, PlanLock } from "../../../src/domain/plan/lock.js";
import type { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import { complaints } from "../../support/contract.js";
import { aPlan } from "../../support/micro-plan.js";

const plan = aPlan({ tag: [], label: ["tag"] });
const [tag, label] = plan.modules as [MicroPlan["modules"][number], MicroPlan["modules"][number]];
const lock = lockPlan(plan);

describe("a locked plan", () => {
  it("is accepted as it was, whatever the order of its keys", () => {
    expect(complaints(PlanLock, lock)).toEqual([]);
    expect(checkPlanLock(lock, plan)).toEqual({ ok: true, value: plan });
    const shuffled = Object.fromEntries(Object.entries(plan).reverse()) as MicroPlan;
    expect(checkPlanLock(lock, shuffled).ok).toBe(true);
  });

  it.each<[string, Partial<MicroPlan>]>([
    ["another purpose", { modules: [{ ...tag, purpose: "Does more" }, label] }],
    ["a module less", { modules: [tag] }],
    ["a module more", { modules: [tag, label, { ...tag, module_id: "MM-0003" }] }],
    ["another order", { modules: [label, tag] }],
    ["a package more", { dependencies: [{ name: "zod", range: "^4.0.0", why: "parses" }] }],
  ])("is refused with %s", (_case, change) => {
    expect(checkPlanLock(lock, { ...plan, ...change })).toMatchObject({
      ok: false,
      refusal: { code: "plan-changed", details: { locked: lock.digest } },
    });
  });
});
