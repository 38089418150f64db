import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/engine/decide.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import { escalationPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { aChallenge, aFail, aProposal, rejection } from "../../support/debate.js";
import { withYaml } from "../../support/decision-story.js";
import { HALTS } from "../../support/halt-causes.js";
import { haltOf, inWork, modules, pullsWith, readBy, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, stateOf } from "../../support/loop.js";

/** The halted task builds a version whose contract was agreed before it began. */
const AGREED = {
  agreed_versions: {
    [FIRST_TASK]: { replaces: "MM-0001@1.0.0", version: "2.0.0", contract: ".factory/exceptions/x.yml" },
  },
};
const pulls = pullsWith({});

function halt(change: Partial<TaskWork>, also: Partial<FactoryState>) {
  const ordinary = haltOf(change);
  const decision = decideOn({ ...inWork(change), ...also }, { pulls });
  const state: FactoryState = { ...stateOf(decision), inbox: { ...stateOf(decision).inbox, pending: [] } };
  const branch = new Map([...ordinary.branch, ...decision.files.map(({ path, text }) => [path, text] as const)]);
  const ref = state.project?.tasks[FIRST_TASK]?.escalation_ref ?? "";
  const escalation = readYaml("escalation", branch.get(escalationPath(ref)) ?? "", Escalation);
  if (!escalation.ok) throw new Error(escalation.refusal.message);
  return { state, files: readBy(state, branch), escalation: escalation.value };
}

const said = ({ pending }: Decision, key: string) =>
  pending.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith(key) ? [effect.body] : [])).join();
const part = (name: string) => [
  `  - name: ${name}`,
  "    description: A part of it.",
  "    acceptance_criteria: [Returns it., Rejects it.]",
  "    depends_on: []",
];
const SPLIT = withYaml("/factory split", "new_tasks:", ...part("One"), ...part("Two"));

describe("a task that builds the version which an approved interface change agreed on", () => {
  const { state, files } = halt({ halting: HALTS["task-too-large"] }, AGREED);
  const decision = decideOn(state, { pulls, comments: [sayHere(SPLIT)] }, { files });

  it("is not split: the version would be nobody's to build, and the change lost that a person approved", () => {
    expect(decision.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    expect(decision.state?.agreed_versions).toEqual(AGREED.agreed_versions);
    expect(Object.keys(decision.state?.project?.tasks ?? {})).toHaveLength(2);
    const answer = said(decision, "answer:");
    expect(answer).toContain("builds MM-0001@2.0.0, whose contract was agreed as a whole");
    for (const way of ["revise-plan", "retry", "fix", "override", "abandon"])
      expect(answer).toContain(`/factory ${way}`);
  });

  it("can be tried again, and still builds that version", () => {
    const again = decideOn(state, { pulls, comments: [sayHere("/factory retry")] }, { files });
    expect(again.state?.project?.tasks[FIRST_TASK]?.status).toBe("IN_PROGRESS");
    expect(again.state?.agreed_versions).toEqual(AGREED.agreed_versions);
  });

  it("is split like any other without such a contract", () => {
    const ordinary = halt({ halting: HALTS["task-too-large"] }, {});
    const comments = [sayHere(SPLIT)];
    const divided = decideOn(ordinary.state, { pulls, comments }, { files: ordinary.files });
    expect(divided.state?.project?.tasks[FIRST_TASK]?.status).toBe("ABANDONED");
  });
});

describe("its own budget, used up", () => {
  it("is raised: neither parts nor another plan would have more of it", () => {
    const { escalation } = halt({ halting: HALTS["task-budget-exhausted"] }, AGREED);
    expect(escalation.recommended_resolution).toBe("RETRY_TASK");
    expect(escalation.minimal_decision_required).toMatch(
      /^Raise budgets\.max_calls_per_task in \.factory\/config\.yml and retry, .*cannot be split/,
    );
    const ordinary = halt({ halting: HALTS["task-budget-exhausted"] }, {});
    expect(ordinary.escalation.recommended_resolution).toBe("SPLIT_TASK");
  });
});

describe("its card", () => {
  const trail = { proposals: [aProposal()], challenges: [aChallenge(aFail())], adjudications: [rejection] };
  const rejected = { ...HALTS["debate-rejected"] };
  const built = { modules: modules({ step: { step: "failed", cause: rejected }, trail }) };

  it.each([
    ["before anything was built", { halting: HALTS["task-too-large"] }],
    ["with work to mend", built],
  ])("recommends and offers what is possible, %s", (_when, change) => {
    expect(halt(change, {}).escalation.recommended_resolution).toBe("SPLIT_TASK");
    const { state, files, escalation } = halt(change, AGREED);
    expect(escalation.recommended_resolution).toBe("REVISE_PLAN");
    expect(escalation.minimal_decision_required).toContain("what becomes of MM-0001@2.0.0");
    const card = said(decideOn(state, { pulls }, { files }), "card:");
    expect(card).toContain("/factory retry");
    expect(card).not.toContain("/factory split");
  });
});
