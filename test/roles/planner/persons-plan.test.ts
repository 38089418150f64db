import { describe, expect, it } from "vitest";
import { Precedent } from "../../../src/features/halts/resolution/precedent.js";
import { resolutionPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { guidanceOf, personsPlan } from "../../../src/roles/planner/persons-plan.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { inWork } from "../../support/halted.js";
import { FIRST_TASK, NOW } from "../../support/loop.js";
import { aBuiltDraft, aDraft } from "../../support/micro-plan.js";

const ESCALATION = "ESC-00000001";
const outline = [{ module_id: "parser", description: "Parses a line.", depends_on: [] }];
const work = inWork({ plan_by_person: ESCALATION }).work[FIRST_TASK];
const plain = inWork({}).work[FIRST_TASK];

function storedWith(resolution: Precedent["resolution"]) {
  const record: Precedent = {
    cause: "plan-invalid",
    task_id: FIRST_TASK,
    escalation_ref: ESCALATION,
    resolution,
    resolved_by: "ada",
    resolved_at: NOW,
  };
  return async () => new Map([[resolutionPath(ESCALATION), writeYaml(record, Precedent)]]);
}

describe("the plan that a person gave", () => {
  it.each([[outline], [aDraft(aBuiltDraft("tag"))]])("is read from their resolution", async (revised_micro_plan) => {
    if (work === undefined) throw new Error("in work");
    const stored = storedWith({ action: "REVISE_PLAN", revised_micro_plan });
    expect(await personsPlan({ work, stored })).toEqual(revised_micro_plan);
  });

  it("is none for an attempt that a planner plans", async () => {
    if (plain === undefined) throw new Error("in work");
    const stored = () => Promise.reject(new Error("nothing is read"));
    expect(await personsPlan({ work: plain, stored })).toBeNull();
  });

  it("is asked back of people when somebody has removed it", async () => {
    if (work === undefined) throw new Error("in work");
    const message = `${resolutionPath(ESCALATION)} is missing from the state branch; restore it from the branch's history`;
    await expect(personsPlan({ work, stored: async () => new Map() })).rejects.toMatchObject({ refusal: { message } });
  });

  it("guides the planner in its short form, and replaces them otherwise", () => {
    expect(guidanceOf(outline).decisions?.[0]?.text).toContain("Parses a line.");
    expect(guidanceOf(aDraft(aBuiltDraft("tag")))).toEqual({});
    expect(guidanceOf(null)).toEqual({});
  });
});
