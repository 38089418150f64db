import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderModules } from "../../../src/domain/plan/module-order.js";
import { aPlan } from "../../support/micro-plan.js";

describe("the order of modules", () => {
  it.each([
    ["declaration order without dependencies", { a: [], b: [], c: [] }, ["MM-0001", "MM-0002", "MM-0003"]],
    ["dependencies first", { a: ["b"], b: ["c"], c: [] }, ["MM-0003", "MM-0002", "MM-0001"]],
    ["declaration order among the ready", { a: ["c"], b: [], c: [] }, ["MM-0002", "MM-0003", "MM-0001"]],
    ["modules outside the plan aside", { a: ["MM-0900@1.0.0"], b: [] }, ["MM-0001", "MM-0002"]],
  ])("is %s", (_case, edges, order) => {
    expect(orderModules(aPlan(edges))).toEqual(order);
  });

  it("has every module once, behind everything it needs", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(19), { maxLength: 4 }), { minLength: 1, maxLength: 20 }), (wishes) => {
        const key = (index: number) => `m${index}`;
        const edges = wishes.map(
          (wish, index) => [key(index), wish.filter((other) => other < index).map(key)] as const,
        );
        const plan = aPlan(Object.fromEntries(edges));
        const order = orderModules(plan);
        expect([...order].sort()).toEqual(plan.modules.map(({ module_id }) => module_id).sort());
        for (const module of plan.modules) {
          for (const ref of module.depends_on)
            expect(order.indexOf(ref.slice(0, ref.indexOf("@")))).toBeLessThan(order.indexOf(module.module_id));
        }
      }),
    );
  });

  it("is not defined for a plan that was never validated", () => {
    const [first] = aPlan({ a: [] }).modules;
    const circular = { modules: [{ module_id: first?.module_id ?? "", depends_on: ["MM-0001@1.0.0"] }] };
    expect(() => orderModules(circular)).toThrow("MM-0001");
  });
});
