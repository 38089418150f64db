import { describe, expect, it } from "vitest";
import { assignModuleIds, moduleIdFor } from "../../../src/domain/plan/assign-module-ids.js";
import { MicroPlan, plannedRef } from "../../../src/domain/plan/micro-plan.js";
import { complaints } from "../../support/contract.js";
import { aBuiltDraft, aDraft, aReusedDraft } from "../../support/micro-plan.js";

const numbering = {
  microPlanId: "MP-0a1b2c3d",
  parentTaskRef: "T-core-tags-normalise-001@1.0.0",
  nextNumber: 42,
  approvedVersions: new Map(),
};

const draft = aDraft(
  aBuiltDraft("tag"),
  aReusedDraft("fold", "MM-0007@1.2.0", { reuse_decision: "REUSE_EXISTING" }),
  aBuiltDraft("label", { depends_on: ["tag", "fold", "next", "MM-0003@2.0.0"] }),
  aBuiltDraft("next", { successor_of: "MM-0009@1.0.0" }),
);

describe("module numbers", () => {
  it("are given by the loop, in declaration order, to new modules only", () => {
    const { plan, nextNumber } = assignModuleIds(draft, numbering);
    expect(plan.modules.map(plannedRef)).toEqual(["MM-0042@1.0.0", "MM-0007@1.2.0", "MM-0043@1.0.0", "MM-0009@1.0.1"]);
    expect(nextNumber).toBe(44);
  });

  it("replace keys in dependencies and leave references alone", () => {
    const { plan } = assignModuleIds(draft, numbering);
    expect(plan.modules[2]?.depends_on).toEqual(["MM-0042@1.0.0", "MM-0007@1.2.0", "MM-0009@1.0.1", "MM-0003@2.0.0"]);
  });

  it("make a valid plan that says REUSE for both spellings", () => {
    const { plan } = assignModuleIds(draft, numbering);
    expect(complaints(MicroPlan, plan)).toEqual([]);
    expect(plan.modules.map((module) => module.reuse_decision)).toEqual([
      "CREATE_NEW",
      "REUSE",
      "CREATE_NEW",
      "CREATE_NEW",
    ]);
    expect(plan).toMatchObject({ micro_plan_id: "MP-0a1b2c3d", parent_task_ref: "T-core-tags-normalise-001@1.0.0" });
  });

  it("follow the version of an approved interface change", () => {
    const approvedVersions = new Map([["MM-0009@1.0.0", "2.0.0"]]);
    const { plan } = assignModuleIds(draft, { ...numbering, approvedVersions });
    expect(plan.modules.map(plannedRef)[3]).toBe("MM-0009@2.0.0");
  });

  it("keep everything else the draft says", () => {
    const { plan } = assignModuleIds(
      { ...draft, dependencies: [{ name: "zod", range: "^4.0.0", why: "parses" }] },
      numbering,
    );
    const { key: _key, successor_of: _successor, depends_on: _depends, ...said } = aBuiltDraft("tag");
    expect(plan.modules[0]).toMatchObject(said);
    expect(plan.dependencies).toEqual([{ name: "zod", range: "^4.0.0", why: "parses" }]);
  });

  it.each([
    [1, "MM-0001"],
    [9999, "MM-9999"],
    [10000, "MM-10000"],
  ])("write %i as %s", (number, id) => {
    expect(moduleIdFor(number)).toBe(id);
  });
});
