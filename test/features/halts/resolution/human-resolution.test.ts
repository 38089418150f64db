import { describe, expect, it } from "vitest";
import { HumanResolution } from "../../../../src/features/halts/resolution/human-resolution.js";

const part = {
  name: "Parse",
  description: "Reads the header",
  acceptance_criteria: ["returns rows", "rejects bad quotes"],
  depends_on: [],
};

const VALID = {
  APPROVE_OVERRIDE: { action: "APPROVE_OVERRIDE", rationale: "the objection is about style" },
  AMEND_SPEC: {
    action: "AMEND_SPEC",
    amended_acceptance_criteria: ["returns 200", "rejects empty bodies"],
    amendment_rationale: "204 was a mistake",
  },
  SPLIT_TASK: { action: "SPLIT_TASK", new_tasks: [part] },
  REVISE_PLAN: {
    action: "REVISE_PLAN",
    revised_micro_plan: [{ module_id: "MM-0001", description: "the parser", depends_on: [] }],
  },
  PROVIDE_FIX: {
    action: "PROVIDE_FIX",
    fix_description: "off by one in the loop",
    fix_artifacts: { "src/loop.ts": "export const n = 1;\n" },
  },
  ABANDON_TASK: { action: "ABANDON_TASK", rationale: "the feature was cancelled" },
  RETRY_TASK: { action: "RETRY_TASK" },
  REVIEW_AGAIN: { action: "REVIEW_AGAIN", module: "MM-0001@1.0.0", role: "arbiter" },
  PROVIDE_PUSHED_FIX: { action: "PROVIDE_PUSHED_FIX", fix_description: "off by one", head: "a".repeat(40) },
  APPROVE_INTERFACE_CHANGE: { action: "APPROVE_INTERFACE_CHANGE", exception_id: "ICE-0a1b2c3d" },
  REJECT_INTERFACE_CHANGE: { action: "REJECT_INTERFACE_CHANGE", exception_id: "ICE-0a1b2c3d", reason: "wrap it" },
  KEEP_AND_ABANDON: { action: "KEEP_AND_ABANDON", rationale: "the rest was cancelled" },
  KEEP_AND_SPLIT: {
    action: "KEEP_AND_SPLIT",
    new_tasks: [
      { name: "print", description: "prints it", acceptance_criteria: ["prints", "rejects"], depends_on: [] },
    ],
  },
} as const;

describe("a resolution", () => {
  it.each(Object.values(VALID))("$action is taken with its payload", (resolution) => {
    expect(HumanResolution.parse(resolution)).toEqual(resolution);
  });

  it("has the method's six actions, a retry, one of a review alone, a pushed fix, an interface change's two, two that keep what is finished, and no other", () => {
    const actions = HumanResolution.options.map((option) => option.shape.action.value);
    expect(actions).toEqual(Object.keys(VALID));
  });

  const withoutOne = Object.values(VALID).flatMap((resolution) =>
    Object.keys(resolution)
      .filter((field) => field !== "action")
      .map((field) => ({ action: resolution.action, field, given: omit(resolution, field) })),
  );

  it.each(withoutOne)("$action is refused without $field", ({ given }) => {
    expect(HumanResolution.safeParse(given).success).toBe(false);
  });

  it.each(Object.values(VALID))("$action is refused with a field it does not have", (resolution) => {
    expect(HumanResolution.safeParse({ ...resolution, note: "and this" }).success).toBe(false);
  });

  it.each([
    ["an empty rationale", { ...VALID.APPROVE_OVERRIDE, rationale: "" }],
    ["a placeholder rationale", { ...VALID.APPROVE_OVERRIDE, rationale: "TBD" }],
    ["a blank abandon rationale", { ...VALID.ABANDON_TASK, rationale: "  " }],
    ["no criteria", { ...VALID.AMEND_SPEC, amended_acceptance_criteria: [] }],
    ["one criterion", { ...VALID.AMEND_SPEC, amended_acceptance_criteria: ["returns 200"] }],
    ["a placeholder criterion", { ...VALID.AMEND_SPEC, amended_acceptance_criteria: ["returns 200", "TODO"] }],
    ["a placeholder amendment rationale", { ...VALID.AMEND_SPEC, amendment_rationale: "n/a" }],
    ["no new tasks", { ...VALID.SPLIT_TASK, new_tasks: [] }],
    ["a new task without a name", { ...VALID.SPLIT_TASK, new_tasks: [{ ...part, name: "" }] }],
    ["a new task described as TBD", { ...VALID.SPLIT_TASK, new_tasks: [{ ...part, description: "TBD" }] }],
    [
      "a new task with one criterion",
      { ...VALID.SPLIT_TASK, new_tasks: [{ ...part, acceptance_criteria: ["works"] }] },
    ],
    ["a new task without depends_on", { ...VALID.SPLIT_TASK, new_tasks: [omit(part, "depends_on")] }],
    ["an empty plan", { ...VALID.REVISE_PLAN, revised_micro_plan: [] }],
    [
      "a module without description",
      { ...VALID.REVISE_PLAN, revised_micro_plan: [{ module_id: "m", depends_on: [] }] },
    ],
    ["a fix without files", { ...VALID.PROVIDE_FIX, fix_artifacts: {} }],
    ["a fix for a nameless file", { ...VALID.PROVIDE_FIX, fix_artifacts: { "": "x" } }],
    ["a placeholder fix description", { ...VALID.PROVIDE_FIX, fix_description: "fixme" }],
    ["an unknown action", { action: "IGNORE" }],
    ["free text", "just ship it"],
  ])("is refused with %s", (_why, given) => {
    expect(HumanResolution.safeParse(given).success).toBe(false);
  });

  it("may empty a file", () => {
    expect(HumanResolution.safeParse({ ...VALID.PROVIDE_FIX, fix_artifacts: { "src/index.ts": "" } }).success).toBe(
      true,
    );
  });
});

function omit(value: Record<string, unknown>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== field));
}
