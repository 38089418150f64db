import { describe, expect, it } from "vitest";
import { applyChangeEvent } from "../../../../src/features/interface-change/rules/apply-change-event.js";
import type { ChangeEvent } from "../../../../src/features/interface-change/rules/change-event.js";
import type { InterfaceChange } from "../../../../src/features/interface-change/rules/interface-change.js";
import { t } from "../../../support/project-state.js";

const ID = "ICE-00000001";
const RAISED: InterfaceChange = {
  task_id: t("a"),
  target_module: "MM-0001@1.0.0",
  decisions: [],
  questions: 0,
  stage: { stage: "deciding" },
};
const record = { exception_id: ID, decided_by: "ada", decided_at: "2026-03-01T12:00:00Z" };
const approve: ChangeEvent = { kind: "decided", decision: { ...record, decision: "APPROVE_CHANGE" } };
const defer: ChangeEvent = { kind: "decided", decision: { ...record, decision: "DEFER" } };
const reject: ChangeEvent = {
  kind: "decided",
  decision: { ...record, decision: "REJECT_CHANGE", reason: "Wrap it.", requeue: true },
};
const challenged = (question: number, ...objections: string[]): ChangeEvent => ({
  kind: "contract-challenged",
  question,
  usage: [],
  objections,
});
const redrafted = (question: number): ChangeEvent => ({ kind: "contract-redrafted", question, usage: [] });
const ruled = (question: number, ...objections: string[]): ChangeEvent => ({
  kind: "contract-adjudicated",
  question,
  usage: [],
  version: "1.1.0",
  objections,
});

/** The stages that these events lead through; the last may be a refusal's code. */
function stages(...events: ChangeEvent[]): unknown[] {
  const seen: unknown[] = [];
  let change = RAISED;
  for (const event of events) {
    const after = applyChangeEvent(change, event);
    if (!after.ok) return [...seen, after.refusal.code];
    change = after.value;
    const { stage } = change;
    seen.push(stage.stage === "debating" ? `${stage.activity} ${stage.round}` : stage.stage);
  }
  return seen;
}

describe("an interface change", () => {
  it.each<[string, ChangeEvent[], unknown[]]>([
    ["is agreed in one round", [approve, challenged(1), ruled(2)], ["challenge 1", "adjudicate 1", "agreed"]],
    [
      "is proposed again after an objection, and agreed then",
      [approve, challenged(1, "vague"), redrafted(2), challenged(3), ruled(4)],
      ["challenge 1", "propose 2", "challenge 2", "adjudicate 2", "agreed"],
    ],
    [
      "goes back when the Arbiter rejects it",
      [approve, challenged(1), ruled(2, "unjustified"), redrafted(3)],
      ["challenge 1", "adjudicate 1", "propose 2", "challenge 2"],
    ],
    [
      "is before a person again after three rounds",
      [approve, challenged(1, "a"), redrafted(2), challenged(3, "b"), redrafted(4), challenged(5, "c")],
      ["challenge 1", "propose 2", "challenge 2", "propose 3", "challenge 3", "not-agreed"],
    ],
    [
      "can be rejected while it is debated",
      [approve, reject, challenged(1)],
      ["challenge 1", "rejected", "stale-answer"],
    ],
    ["can be deferred, and approved then", [defer, approve], ["deciding", "challenge 1"]],
    ["is deferred once", [defer, defer], ["deciding", "decision-not-possible"]],
    ["is approved once", [approve, approve], ["challenge 1", "decision-not-possible"]],
    ["is over when it was rejected", [reject, approve], ["rejected", "change-settled"]],
    ["takes no answer that nobody waits for", [challenged(1)], ["stale-answer"]],
    ["takes no answer to another question", [approve, challenged(2)], ["challenge 1", "stale-answer"]],
    ["takes no ruling before its challenge", [approve, ruled(1)], ["challenge 1", "stale-answer"]],
    [
      "ends when a role gives nothing usable",
      [approve, { kind: "debate-ended", question: 1, usage: [], why: ["no answer"] }],
      ["challenge 1", "not-agreed"],
    ],
    [
      "is built by a task, which must have been agreed on",
      [approve, { kind: "task-added", task_id: t("b") }],
      ["challenge 1", "change-elsewhere"],
    ],
  ])("%s", (_, events, expected) => {
    expect(stages(...events)).toEqual(expected);
  });

  it("keeps every decision, in order", () => {
    const after = applyChangeEvent({ ...RAISED, decisions: defer.kind === "decided" ? [defer.decision] : [] }, approve);
    expect(after.ok && after.value.decisions.map(({ decision }) => decision)).toEqual(["DEFER", "APPROVE_CHANGE"]);
  });

  it("is verified with its dependants, or completed at once without any", () => {
    const shipped: InterfaceChange = { ...RAISED, stage: { stage: "shipped", version: "2.0.0" } };
    const consumers = [{ module_ref: "MM-0002@1.0.0", version: "1.0.1" }];
    expect(applyChangeEvent(shipped, { kind: "consumers-found", consumers: [] })).toMatchObject({
      value: { stage: { stage: "done" } },
    });
    const found = applyChangeEvent(shipped, { kind: "consumers-found", consumers });
    expect(found).toMatchObject({ value: { stage: { stage: "reverifying", consumers } } });
    const added = found.ok
      ? applyChangeEvent(found.value, { kind: "reverification-added", task_ids: [t("c")] })
      : found;
    expect(added).toMatchObject({ value: { stage: { stage: "done", version: "2.0.0" } } });
  });
});
