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

  it.each<[string, Partial<MicroPlan>, string[]]>([
    ["another purpose", { modules: [{ ...tag, purpose: "Does more" }, label] }, ["MM-0001"]],
    ["a module less", { modules: [tag] }, ["MM-0002"]],
    ["a module more", { modules: [tag, label, { ...tag, module_id: "MM-0003" }] }, ["MM-0003"]],
    ["another order", { modules: [label, tag] }, []],
    ["a package more", { dependencies: [{ name: "zod", range: "^4.0.0", why: "parses" }] }, []],
  ])("is refused with %s, and says where", (_case, change, changed) => {
    const outcome = checkPlanLock(lock, { ...plan, ...change });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: "plan-changed", details: { changed, locked: lock.digest } },
    });
    expect(outcome.ok ? "" : outcome.refusal.message).toContain(changed[0] ?? "outside its modules");
  });
});
