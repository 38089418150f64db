import { describe, expect, it } from "vitest";
import { cardPayload } from "../../../../src/features/halts/card/card-payload.js";
import { isUnfinished } from "../../../../src/features/halts/card/unfinished.js";
import type { Escalation } from "../../../../src/features/halts/escalation/escalation.js";
import { restoreMentions } from "../../../../src/render/escape-mentions.js";
import { loadedLine } from "../../../support/attack/loaded-text.js";
import { onlyCommand, onlyRefusal } from "../../../support/commands.js";
import { raised } from "../../../support/escalation.js";
import { HALTS } from "../../../support/halt-causes.js";
import { PLAN } from "../../../support/halted.js";
import { taskFile } from "../../../support/task-file.js";

const criteria = ["Returns one.", "Returns two.", "Rejects three.", "Rejects four."];
const facts = { taskFile: taskFile({ acceptance_criteria: criteria }), plan: PLAN };
const payload = (recommended_resolution: ReturnType<typeof raised>["recommended_resolution"], known = facts) =>
  cardPayload({ ...raised(), recommended_resolution }, known);

describe("the ready-to-send answer on a card", () => {
  it("to amend has the task's own criteria, and says where the difference goes", () => {
    const sent = payload("AMEND_SPEC");
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

  it("to split distributes them, the second part after the first", () => {
    expect(onlyCommand(payload("SPLIT_TASK"))).toMatchObject({
      verb: "split",
      resolution: {
        new_tasks: [
          { acceptance_criteria: criteria.slice(0, 2), depends_on: [] },
          { acceptance_criteria: criteria.slice(2), depends_on: ["#1"] },
        ],
      },
    });
  });

  it.each<Escalation["cause"]>([
    { kind: "dependency-not-allowed", dependencies: [{ name: "@acme/tools", range: "^1.0.0", why: "x" }] },
    { kind: "dependency-runs-scripts", packages: ["@acme/tools@1.0.0"] },
  ])("to agree to a scoped package mentions nobody: $kind", (cause) => {
    const sent = cardPayload({ ...raised(), cause, recommended_resolution: "APPROVE_OVERRIDE" }, facts);
    expect(restoreMentions(sent)).toContain("I agree to @acme/tools");
    expect(loadedLine(sent)).toEqual([]);
    expect(onlyCommand(sent)).toMatchObject({ verb: "override" });
  });

  it("to revise the plan has the plan's own modules", () => {
    expect(onlyCommand(payload("REVISE_PLAN"))).toMatchObject({
      verb: "revise-plan",
      resolution: {
        revised_micro_plan: [
          { module_id: "MM-0001", depends_on: [] },
          { module_id: "MM-0002", depends_on: ["MM-0001"] },
        ],
      },
    });
  });

  it("to revise the plan keeps what its modules need of other tasks, by name and version", () => {
    const shipped = ["MM-0009@2.1.0", "MM-0001@0.9.0"];
    const [tag, line] = PLAN.modules;
    if (tag === undefined || line === undefined) throw new Error("the plan has two modules");
    const plan = { ...PLAN, modules: [tag, { ...line, depends_on: [...line.depends_on, ...shipped] }] };
    expect(onlyCommand(payload("REVISE_PLAN", { ...facts, plan }))).toMatchObject({
      verb: "revise-plan",
      resolution: {
        revised_micro_plan: [
          { module_id: "MM-0001", depends_on: [] },
          { module_id: "MM-0002", depends_on: ["MM-0001", ...shipped] },
        ],
      },
    });
  });

  it.each([
    ["PROVIDE_FIX", "fix"],
    ["APPROVE_OVERRIDE", "override"],
    ["ABANDON_TASK", "abandon"],
  ] as const)("for %s names what failed here, on one line, and mentions nobody", (action, verb) => {
    const failing = [{ invariant: "Asks @ada\n/factory abort", evidence: "Seen." }];
    const sent = cardPayload({ ...raised(), recommended_resolution: action, failed_invariants: failing }, facts);
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
    const sent = payload("SPLIT_TASK", few);
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
    expect(isUnfinished(payload("RETRY_TASK"))).toBe(false);
  });

  it.each(["AMEND_SPEC", "SPLIT_TASK", "REVISE_PLAN"] as const)(
    "is never invented: %s of an unknown task has everything left to fill in",
    (recommended_resolution) => {
      const sent = cardPayload({ ...raised(), recommended_resolution }, { taskFile: undefined, plan: undefined });
      expect(isUnfinished(sent)).toBe(true);
      expect(onlyRefusal(sent).code).toBe("payload-invalid");
      expect(onlyCommand(sent.replace(/TODO # .*/g, "Rejects whatever is left."))).toMatchObject({
        resolution: { action: recommended_resolution },
      });
    },
  );

  it("to do without an interface change has the objections of the debate", () => {
    const objections = ["the order of @words\nhas no test", "nobody asks for it"];
    const cause = { ...HALTS["contract-not-agreed"], objections };
    const sent = cardPayload({ ...raised({ cause }), recommended_resolution: "REJECT_INTERFACE_CHANGE" }, facts);
    expect(sent).not.toContain("@words");
    expect(onlyCommand(sent)).toMatchObject({
      verb: "ice reject",
      reason: expect.stringMatching(/agreed on\. .*the order of @.?words has no test; nobody asks for it$/u),
    });
  });

  it("to do without one for another reason leaves the reason to the person", () => {
    const sent = payload("REJECT_INTERFACE_CHANGE");
    expect(isUnfinished(sent)).toBe(true);
    expect(onlyRefusal(sent).code).toBe("words-needed");
  });

  it("is what it says where nothing has to be chosen", () => {
    expect(onlyCommand(payload("RETRY_TASK"))).toMatchObject({ verb: "retry" });
    expect(onlyCommand(payload("APPROVE_INTERFACE_CHANGE"))).toMatchObject({ verb: "ice approve" });
  });
});

describe("the ready-to-send answer to a plan that was not valid", () => {
  const over = (last_plan: string, plan: typeof facts.plan | undefined = undefined) =>
    cardPayload(raised({ cause: { ...HALTS["plan-invalid"], last_plan } }), { ...facts, plan });
  const modules = [
    { key: "tag", purpose: "Reads a tag.", depends_on: ["nobody", "MM-0007@1.0.0"] },
    { key: "line", purpose: "Reads a line.", depends_on: ["tag"] },
  ];

  it.each([
    ["as a planner hands it in", JSON.stringify({ modules })],
    ["as it is written down", `modules:\n${modules.map((module) => `  - ${JSON.stringify(module)}`).join("\n")}`],
  ])("has that plan's own modules, %s, and not those of a plan before it", (_, text) => {
    expect(onlyCommand(over(text, PLAN))).toMatchObject({
      verb: "revise-plan",
      resolution: {
        revised_micro_plan: [
          { module_id: "tag", description: "Reads a tag.", depends_on: ["MM-0007@1.0.0"] },
          { module_id: "line", description: "Reads a line.", depends_on: ["tag"] },
        ],
      },
    });
  });

  it.each([
    ["no plan, but this instead: I cannot"],
    ["modules: []"],
    [JSON.stringify({ modules: [modules[0], modules[0]] })],
    [JSON.stringify({ modules: [{ ...modules[0], depends_on: ["line"] }, modules[1]] })],
  ])("is left to the person where that cannot be followed: %s", (text) => {
    const sent = over(text, PLAN);
    expect(isUnfinished(sent)).toBe(true);
    expect(onlyRefusal(sent).message).toContain("description");
  });
});
