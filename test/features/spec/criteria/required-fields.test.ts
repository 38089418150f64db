import { describe, expect, it } from "vitest";
import { requiredFieldsAreFilled } from "../../../../src/features/spec/criteria/required-fields.js";
import { readDraft } from "../../../../src/features/spec/spec-draft.js";
import { changed, FIRST_TASK, validSpec } from "../../../support/product-spec.js";

const findings = (path: readonly (string | number)[], value: unknown) =>
  requiredFieldsAreFilled(readDraft(changed(validSpec(), path, value)));

const PLACES = [
  [["title"], "title", 'SPEC-001 ("Notes")'],
  [["description"], "description", 'SPEC-001 ("Notes")'],
  [["pillars", 0, "description"], "description", 'PIL-001 ("Core")'],
  [["pillars", 0, "rationale"], "rationale", 'PIL-001 ("Core")'],
  [["pillars", 0, "name"], "name", "PIL-001"],
  [["pillars", 0, "epics", 0, "name"], "name", "EPC-001"],
  [["pillars", 0, "epics", 0, "description"], "description", 'EPC-001 ("Auth")'],
  [[...FIRST_TASK.slice(0, 6), "name"], "name", "STR-001"],
  [[...FIRST_TASK.slice(0, 6), "description"], "description", 'STR-001 ("Login")'],
  [[...FIRST_TASK.slice(0, 6), "user_facing_behavior"], "user_facing_behavior", 'STR-001 ("Login")'],
  [[...FIRST_TASK, "name"], "name", "TSK-001"],
  [[...FIRST_TASK, "description"], "description", 'TSK-001 ("Sign in")'],
] as const;

describe("criterion 10: required fields", () => {
  it("is content with a full spec, with or without depends_on", () => {
    expect(requiredFieldsAreFilled(readDraft(validSpec()))).toEqual([]);
    expect(findings([...FIRST_TASK, "depends_on"], undefined)).toEqual([]);
  });

  describe.each(PLACES)("%j", (path, field, label) => {
    it.each([
      [undefined, "is missing"],
      ["", "is empty"],
      [" \u200b ", "is empty"],
      [7, "must be text"],
    ])("must not be %j", (value, complaint) => {
      const [found, ...others] = findings(path, value);
      expect(others).toEqual([]);
      expect(found?.field).toBe(field);
      expect(found?.message).toContain(`${label.split(" ")[0]}`);
      expect(found?.message).toContain(`: ${field} ${complaint}.`);
    });
  });

  it.each([
    [["spec_id"], "SPEC-1", "must look like SPEC-001"],
    [["spec_version"], "1.0", "must look like 1.0.0"],
    [["created_at"], "yesterday", "must be an ISO 8601 instant such as 2026-01-31T12:00:00Z"],
    [["updated_at"], "2026-01-31", "must be an ISO 8601 instant such as 2026-01-31T12:00:00Z"],
    [["pillars", 0, "pillar_id"], "P-1", "must look like PIL-001"],
    [["pillars", 0, "epics", 0, "epic_id"], "epc-001", "must look like EPC-001"],
    [[...FIRST_TASK.slice(0, 6), "story_id"], "STR-1", "must look like STR-001"],
    [[...FIRST_TASK, "task_id"], "T-core-auth-login-001", "must look like TSK-001"],
    [[...FIRST_TASK, "depends_on"], ["nothing"], "must look like TSK-001"],
    [[...FIRST_TASK, "depends_on"], "TSK-002", "must be a list"],
    [[...FIRST_TASK, "io_contract_sketch"], undefined, "is missing"],
    [[...FIRST_TASK, "io_contract_sketch"], "all of it", "must be an object"],
    [[...FIRST_TASK, "subtasks"], undefined, "is missing"],
    [[...FIRST_TASK, "subtasks"], "one, two", "must be a list"],
    [[...FIRST_TASK, "subtasks", 1], " ", "subtasks[1] is empty"],
    [[...FIRST_TASK, "subtasks", 1], "TODO", 'subtasks[1] is only a placeholder ("TODO")'],
    [[...FIRST_TASK, "acceptance_criteria", 0], "", "acceptance_criteria[0] is empty"],
    [["pillars", 0, "epics", 0, "success_criteria", 0], "n/a", "success_criteria[0] is only a placeholder"],
    [["pillars", 0, "rationale"], "TBD", "rationale is only a placeholder"],
    [["pillars", 0, "name"], "one\ntwo", "name must be one line"],
    [["pillars"], [], "pillars must have at least 1 pillar"],
    [["pillars"], undefined, "pillars is missing"],
    [["pillars", 0, "epics"], undefined, "epics is missing"],
    [["pillars", 0, "epics", 0, "stories"], {}, "stories must be a list"],
    [[...FIRST_TASK.slice(0, 6), "tasks"], null, "tasks must be a list"],
    [["pillars", 0], null, "the pillar at pillars[0] must be an object"],
    [FIRST_TASK, "sign in", "the task at pillars[0].epics[0].stories[0].tasks[0] must be an object"],
  ])("%j must not be %j", (path, value, complaint) => {
    const found = findings(path, value);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(complaint);
  });

  it.each([
    [["priority"], "priority"],
    [["pillars", 0, "owner"], "pillars[0].owner"],
    [[...FIRST_TASK, "estimate"], "pillars[0].epics[0].stories[0].tasks[0].estimate"],
    [
      [...FIRST_TASK, "io_contract_sketch", "notes"],
      "pillars[0].epics[0].stories[0].tasks[0].io_contract_sketch.notes",
    ],
  ])("names the unknown field %j", (path, where) => {
    const field = String(path.at(-1));
    expect(findings(path, "x")).toMatchObject([
      { path: where, field, message: expect.stringContaining(`has the unknown field ${field};`) },
    ]);
  });

  it.each([null, undefined, [[]], "text", 42, true])("says that a candidate of %j is no object", (candidate) => {
    const [found, ...others] = requiredFieldsAreFilled(readDraft(candidate));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ path: "", field: "" });
    expect(found?.message).toMatch(/^the spec (is missing|must be an object)\.$/);
  });
});
