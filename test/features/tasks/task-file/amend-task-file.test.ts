import { describe, expect, it } from "vitest";
import {
  withAmendedCriteria,
  withDependencyContracts,
} from "../../../../src/features/tasks/task-file/amend-task-file.js";
import { taskFile } from "../../../support/task-file.js";

const contract = { module_ref: "MM-0001@1.0.0", summary: "hash(text): text" };

describe("dependency contracts", () => {
  it("are filled in at dispatch, in place of earlier ones", () => {
    const first = withDependencyContracts(taskFile(), [contract]);
    expect(first).toEqual({ ok: true, value: taskFile({ dependency_contracts: [contract] }) });
    expect(withDependencyContracts(taskFile({ dependency_contracts: [contract] }), [])).toEqual({
      ok: true,
      value: taskFile(),
    });
  });

  it("must say something about a module version", () => {
    expect(withDependencyContracts(taskFile(), [{ ...contract, module_ref: "MM-0001" }])).toMatchObject({ ok: false });
    expect(withDependencyContracts(taskFile(), [{ ...contract, summary: "" }])).toMatchObject({ ok: false });
  });
});

describe("amended criteria", () => {
  const amended = {
    acceptance_criteria: ["returns a token within a second", "rejects with 403"],
    rationale: "401 belongs to the proxy.",
    amended_at: "2026-02-01T00:00:00Z",
  };

  it("replace the old ones, which stay in the history", () => {
    expect(withAmendedCriteria(taskFile(), amended)).toEqual({
      ok: true,
      value: taskFile({
        acceptance_criteria: amended.acceptance_criteria,
        amendments: [
          {
            amended_at: "2026-02-01T00:00:00Z",
            rationale: "401 belongs to the proxy.",
            original_acceptance_criteria: taskFile().acceptance_criteria,
          },
        ],
      }),
    });
  });

  it("add to the history each time, oldest first", () => {
    const once = withAmendedCriteria(taskFile(), amended);
    if (!once.ok) throw new Error(once.refusal.message);
    const twice = withAmendedCriteria(once.value, {
      ...amended,
      acceptance_criteria: ["returns 1"],
      rationale: "Again.",
    });
    expect(twice.ok && twice.value.amendments.map((one) => one.original_acceptance_criteria)).toEqual([
      taskFile().acceptance_criteria,
      amended.acceptance_criteria,
    ]);
  });

  it.each([
    [{ acceptance_criteria: [] }, "acceptance_criteria needs at least one entry"],
    [{ acceptance_criteria: ["TBD"] }, "acceptance_criteria[0] is only a placeholder"],
    [{ rationale: "" }, "amendments[0].rationale is empty"],
    [{ amended_at: "now" }, "amendments[0].amended_at must be an ISO 8601 instant"],
  ])("are refused as %j", (fields, complaint) => {
    const outcome = withAmendedCriteria(taskFile(), { ...amended, ...fields });
    expect(!outcome.ok && outcome.refusal.message).toContain(complaint);
  });
});
