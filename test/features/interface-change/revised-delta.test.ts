import { describe, expect, it } from "vitest";
import { fencedBlock } from "../../../src/commands/fenced-block.js";
import { Contract } from "../../../src/domain/contract/contract.js";
import type { Decision } from "../../../src/engine/decide.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { InterfaceChangeDecision } from "../../../src/features/interface-change/rules/change-decision.js";
import { candidatePath, decisionPath } from "../../../src/features/interface-change/rules/change-file-paths.js";
import type { ChangeStage, InterfaceChange } from "../../../src/features/interface-change/rules/interface-change.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { haltOf, pullsWith, readBy, sayHere } from "../../support/halted.js";
import { BRANCH, exception, ID, withChange } from "../../support/interface-change.js";
import { decideOn, FIRST_TASK, NOW, stateOf } from "../../support/loop.js";

const halt = haltOf({ halting: { kind: "interface-change", exception } });
const branch = new Map([...halt.branch, ...BRANCH]);
const approval = { exception_id: ID, decided_by: "ada", decided_at: NOW, decision: "APPROVE_CHANGE" } as const;

const at = (stage: ChangeStage, change: Partial<InterfaceChange> = {}): FactoryState =>
  withChange(halt.state, stage, change);
const RAISED = at({ stage: "deciding" });
const OVER = at(
  { stage: "not-agreed", round: 3, objections: ["no invariant"] },
  { decisions: [approval], questions: 5 },
);

const approveWith = (yaml: string) => `/factory ice approve\n\n${fencedBlock(yaml, "yaml")}`;
const WITH_INVARIANT = approveWith(
  ["added_outputs:", "  - name: parts", "    type: string[]", "    invariants: [It is never empty.]"].join("\n"),
);

function hear(body: string, state: FactoryState): Decision {
  return decideOn(state, { pulls: pullsWith({}), comments: [sayHere(body)] }, { files: readBy(state, branch) });
}
const fileOf = ({ files }: Decision, path: string) => files.find((file) => file.path === path)?.text ?? "";
const answerOf = ({ pending }: Decision) =>
  pending.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith("answer:") ? [effect.body] : [])).join();

describe("a delta that a person revises", () => {
  it.each([
    ["before the first debate", RAISED, 1],
    ["after a debate without an agreement", OVER, 2],
  ])("is what is debated, from round 1, %s", (_when, state, decision) => {
    const heard = hear(WITH_INVARIANT, state);
    expect(answerOf(heard)).toContain(`${ID} is approved with your delta.`);
    const { stage, questions } = stateOf(heard).interface_changes[ID] ?? {};
    expect(stage).toEqual({ stage: "debating", round: 1, activity: "challenge", question: questions });
    expect(heard.pending).toContainEqual(
      expect.objectContaining({ kind: "debate-contract", key: `${ID}:${questions}`, activity: "challenge", round: 1 }),
    );
    const record = readYaml("decision", fileOf(heard, decisionPath(ID, decision)), InterfaceChangeDecision);
    expect(record).toMatchObject({ ok: true, value: { revised_delta: { added_outputs: [{ name: "parts" }] } } });
    const contract = readYaml("contract", fileOf(heard, candidatePath(ID, 1, 1)), Contract);
    const parts = expect.objectContaining({ name: "parts", invariants: ["It is never empty."] });
    expect(contract).toMatchObject({ ok: true, value: { outputs: expect.arrayContaining([parts]) } });
  });

  it("overwrites nothing of the debate before", () => {
    const { files } = hear(WITH_INVARIANT, OVER);
    expect(files.map(({ path }) => path)).not.toContain(candidatePath(ID, 1));
  });

  it("makes the contract that the new version is built by", () => {
    const revised = readYaml(
      "decision",
      fileOf(hear(WITH_INVARIANT, RAISED), decisionPath(ID, 1)),
      InterfaceChangeDecision,
    );
    if (!revised.ok) throw new Error("the decision can be read");
    const agreed = at({ stage: "agreed", round: 2, version: "1.1.0" }, { decisions: [revised.value] });
    const contract = candidatePath(ID, 2, 1);
    const files = new Map([...branch, [contract, branch.get(candidatePath(ID, 2)) ?? ""]]);
    const decision = decideOn(agreed, { pulls: pullsWith({}) }, { files });
    expect(Object.values(stateOf(decision).agreed_versions ?? {})).toEqual([expect.objectContaining({ contract })]);
  });

  it.each([
    ["that is empty", approveWith("{}"), "must hold at least one change"],
    ["that names what is not there", approveWith("removed_inputs: [nothing]"), 'input "nothing", which does not exist'],
    ["that is no delta", approveWith("parts: string[]"), "cannot be used"],
  ])("is refused like a role's one %s, and changes nothing", (_what, body, words) => {
    for (const state of [RAISED, OVER]) {
      const heard = hear(body, state);
      expect(answerOf(heard)).toContain(words);
      expect(stateOf(heard).interface_changes).toEqual(state.interface_changes);
      expect(stateOf(heard).project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    }
  });

  it("is asked for after a debate without an agreement, with the last one to start from", () => {
    const heard = hear("/factory ice approve", OVER);
    expect(stateOf(heard).interface_changes).toEqual(OVER.interface_changes);
    const offered = /````?markdown\n(.*?)\n````?(?:\n|$)/s.exec(answerOf(heard))?.[1] ?? "";
    expect(offered).toContain("added_outputs");
    expect(stateOf(hear(offered, OVER)).interface_changes[ID]?.stage).toMatchObject({ stage: "debating", round: 1 });
  });
});
