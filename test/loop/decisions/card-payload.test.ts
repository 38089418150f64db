import { describe, expect, it } from "vitest";
import { cardPayload, isUnfinished } from "../../../src/loop/decisions/card-payload.js";
import { onlyCommand, onlyRefusal } from "../../support/commands.js";
import { raised } from "../../support/escalation.js";
import { PLAN } from "../../support/halted.js";
import { taskFile } from "../../support/task-file.js";

const criteria = ["Returns one.", "Returns two.", "Rejects three.", "Rejects four."];
const facts = { taskFile: taskFile({ acceptance_criteria: criteria }), plan: PLAN };
const payload = (recommended_resolution: ReturnType<typeof raised>["recommended_resolution"], known = facts) =>
  cardPayload({ ...raised(), recommended_resolution }, known);

describe("the ready-to-send answer on a card", () => {
  it("to amend has the task's own criteria, and says where the difference goes", () => {
    const sent = payload("AMEND_SPEC") ?? "";
    const means = "say what was left open, or change the line above that cannot be met and remove this one";
    expect(sent).toContain(`  - Rejects four.\n  - TODO # ${means}\n`);
    expect(isUnfinished(sent)).toBe(true);
    // As it is it is refused, and the answer names the line; filled in it is taken.
    expect(onlyRefusal(sent).message).toContain("amended_acceptance_criteria[4]");
    expect(onlyCommand(sent.replace(`TODO # ${means}`, "Rejects five."))).toMatchObject({
      verb: "amend-spec",
      resolution: { amended_acceptance_criteria: [...criteria, "Rejects five."] },
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

  it.each([
    ["PROVIDE_FIX", "fix"],
    ["APPROVE_OVERRIDE", "override"],
    ["ABANDON_TASK", "abandon"],
  ] as const)("for %s speaks of what failed here, on one line, and mentions nobody", (action, verb) => {
    const failing = [{ invariant: "Asks @ada\n/factory abort", evidence: "Seen." }];
    const sent = cardPayload({ ...raised(), recommended_resolution: action, failed_invariants: failing }, facts) ?? "";
    expect(sent).toMatch(/^\/factory [^\n]*Asks @.?ada \/factory abort$/u);
    expect(sent).not.toContain("@ada");
    expect(onlyCommand(sent)).toMatchObject({ verb });
  });

  it.each([
    [3, [criteria.slice(0, 2), [criteria[2], "TODO"]]],
    [
      2,
      [
        [criteria[0], "TODO"],
        [criteria[1], "TODO"],
      ],
    ],
  ])("to split a task of %i criteria says which lines are left to fill in", (count, parts) => {
    const few = { ...facts, taskFile: taskFile({ acceptance_criteria: criteria.slice(0, count) }) };
    const sent = payload("SPLIT_TASK", few) ?? "";
    const missing = parts.flat().filter((line) => line === "TODO").length;
    const means = "say what else shows that this part is done: a part needs two criteria";
    expect(sent.split(`      - TODO # ${means}\n`)).toHaveLength(missing + 1);
    expect(isUnfinished(sent)).toBe(true);
    // As it is it is refused, and the answer names the line; filled in it is taken.
    expect(onlyRefusal(sent).message).toContain("acceptance_criteria");
    const whole = sent.replaceAll(`TODO # ${means}`, "Rejects whatever is left.");
    expect(onlyCommand(whole)).toMatchObject({ verb: "split", resolution: { new_tasks: parts.map(() => ({})) } });
  });

  it("that is whole has nothing to fill in", () => {
    expect(isUnfinished(payload("SPLIT_TASK"))).toBe(false);
    expect(isUnfinished(null)).toBe(false);
  });

  it("is left to the example where nothing is known to make it of", () => {
    expect(payload("SPLIT_TASK", { ...facts, taskFile: taskFile({ acceptance_criteria: [] }) })).toBeNull();
    expect(payload("RETRY_TASK")).toBeNull();
    expect(
      cardPayload({ ...raised(), recommended_resolution: "AMEND_SPEC" }, { taskFile: undefined, plan: undefined }),
    ).toBeNull();
  });
});
