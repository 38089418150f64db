import { describe, expect, it } from "vitest";
import { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import { complaints } from "../../support/contract.js";
import { aPlan } from "../../support/micro-plan.js";

const valid = aPlan({ tag: [], label: ["tag"] });
const [tag, label] = valid.modules;

describe("a micro plan", () => {
  it("is accepted when numbered and acyclic", () => {
    expect(complaints(MicroPlan, valid)).toEqual([]);
  });

  it.each([
    ["an id of another artifact", { micro_plan_id: "CTR-0a1b2c3d" }, "micro_plan_id"],
    ["a task without a version", { parent_task_ref: "T-core-tags-normalise-001" }, "parent_task_ref"],
    ["no modules", { modules: [] }, "modules"],
    ["one module twice", { modules: [tag, tag] }, `module "MM-0001" is already declared at [0]`],
    [
      "a circle",
      { modules: [{ ...tag, depends_on: ["MM-0002@1.0.0"] }, label] },
      "modules depend on each other: MM-0001 -> MM-0002 -> MM-0001",
    ],
    ["a dependency without a version", { modules: [{ ...tag, depends_on: ["MM-0003"] }] }, "modules.0.depends_on.0"],
    ["a draft's key", { modules: [{ ...tag, key: "tag" }] }, "key"],
    ["the other word for reuse", { modules: [{ ...tag, reuse_decision: "REUSE_EXISTING" }] }, "reuse_decision"],
    ["tests outside the manifest", { modules: [{ ...tag, test_file: "x.ts" }] }, "modules.0.test_file"],
    [
      "one package twice",
      { dependencies: ["^1.0.0", "^2.0.0"].map((range) => ({ name: "zod", range, why: "parses" })) },
      `dependencies.1.name: package "zod" is already declared at [0]`,
    ],
  ])("is refused with %s", (_case, change, complaint) => {
    expect(complaints(MicroPlan, { ...valid, ...change }).join("\n")).toContain(complaint);
  });
});
