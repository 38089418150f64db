import { describe, expect, it } from "vitest";
import { ProjectState } from "../../../../src/features/tasks/board/project-state.js";
import { aProject, aTask, t } from "../../../support/project-state.js";

const withTask = (given: Record<string, unknown>) => ({
  ...aProject({}),
  tasks: { [t("a")]: { ...aTask(), ...given } },
});

describe("the project's state", () => {
  it("accepts a valid one unchanged", () => {
    const state = aProject({ a: { is: "SHIPPED" }, b: { is: "HALTED" }, c: { is: "ABANDONED", after: ["a"] } });
    expect(ProjectState.parse(state)).toEqual(state);
  });

  it.each([
    { field: "status", value: "DONE" },
    { field: "depends_on", value: ["TSK-001"] },
    { field: "module_refs", value: ["MM-0001"] },
    { field: "shipped_at", value: "yesterday" },
    { field: "merge_sha", value: "abc" },
    { field: "halted_reason", value: "" },
    { field: "escalation_ref", value: "CHAL-1a2b3c4d" },
    { field: "abandoned_reason", value: "" },
    { field: "declaration_order", value: -1 },
    { field: "declaration_order", value: 0.5 },
    { field: "priority", value: 0.5 },
    { field: "pull_request", value: 0 },
    { field: "pillar", value: "" },
    { field: "epic", value: "" },
    { field: "story", value: "" },
    { field: "task", value: "" },
    { field: "path", value: "" },
    { field: "surprise", value: 1 },
  ])("refuses a task whose $field is $value", ({ field, value }) => {
    expect(ProjectState.safeParse(withTask({ [field]: value })).success).toBe(false);
  });

  it.each([
    { schema_version: 2 },
    { project_id: "" },
    { spec_id: "SPEC-1" },
    { spec_version: "1.0" },
    { status: "DONE" },
    { starting_sha: "abc" },
    { branch: "" },
    { surprise: 1 },
    { tasks: { "not-a-task-id": aTask() } },
  ])("refuses %j", (given) => {
    expect(ProjectState.safeParse({ ...aProject({}), ...given }).success).toBe(false);
  });

  it("allows negative priorities: people may put a task before all others", () => {
    expect(ProjectState.safeParse(withTask({ priority: -3 })).success).toBe(true);
  });
});
