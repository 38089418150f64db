import { describe, expect, it } from "vitest";
import { cardPayload } from "../../../src/loop/decisions/card-payload.js";
import { onlyCommand } from "../../support/commands.js";
import { raised } from "../../support/escalation.js";
import { PLAN } from "../../support/halted.js";
import { taskFile } from "../../support/task-file.js";

const criteria = ["Returns one.", "Returns two.", "Rejects three.", "Rejects four."];
const facts = { taskFile: taskFile({ acceptance_criteria: criteria }), plan: PLAN };
const payload = (recommended_resolution: ReturnType<typeof raised>["recommended_resolution"], known = facts) =>
  cardPayload({ ...raised(), recommended_resolution }, known);

describe("the ready-to-send answer on a card", () => {
  it("to amend has the task's own criteria", () => {
    expect(onlyCommand(payload("AMEND_SPEC") ?? "")).toMatchObject({
      verb: "amend-spec",
      resolution: { amended_acceptance_criteria: criteria },
    });
  });

  it("to split deals them out, the second part after the first", () => {
    expect(onlyCommand(payload("SPLIT_TASK") ?? "")).toMatchObject({
      verb: "split",
      resolution: {
        new_tasks: [
          { acceptance_criteria: criteria.slice(0, 2), depends_on: [] },
          { acceptance_criteria: criteria.slice(2), depends_on: ["#1"] },
        ],
      },
    });
  });

  it("to revise the plan has the plan's own modules", () => {
    expect(onlyCommand(payload("REVISE_PLAN") ?? "")).toMatchObject({
      verb: "revise-plan",
      resolution: {
        revised_micro_plan: [
          { module_id: "MM-0001", depends_on: [] },
          { module_id: "MM-0002", depends_on: ["MM-0001"] },
        ],
      },
    });
  });

  it("is never one that the command would refuse, and left to the example otherwise", () => {
    const few = { ...facts, taskFile: taskFile({ acceptance_criteria: criteria.slice(0, 3) }) };
    expect(payload("SPLIT_TASK", few)).toBeNull();
    expect(payload("PROVIDE_FIX")).toBeNull();
    expect(
      cardPayload({ ...raised(), recommended_resolution: "AMEND_SPEC" }, { taskFile: undefined, plan: undefined }),
    ).toBeNull();
  });
});
