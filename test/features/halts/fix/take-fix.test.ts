import { describe, expect, it } from "vitest";
import { DebateProgress } from "../../../../src/domain/debate/debate-progress.js";
import { LAST_ROUND, offerFix } from "../../../../src/features/halts/fix/take-fix.js";
import { applyTaskEvent } from "../../../../src/features/modules/apply-task-event.js";
import { type TaskWork, untouched } from "../../../../src/features/modules/task-work.js";
import { aChallenge, aFail, aProposal } from "../../../support/debate.js";
import { gates, inWork, modules } from "../../../support/halted.js";
import { FIRST_TASK } from "../../../support/loop.js";
import { HEAD } from "../../../support/observed.js";

const workWith = (change: Partial<TaskWork> = {}): TaskWork => {
  const work = inWork(change).work[FIRST_TASK];
  if (work === undefined) throw new Error("the first task is in work");
  return work;
};
const proposal = aProposal({ proposal_id: "PROP-00000009" });
const offer = {
  kind: "fix-offered",
  question: 5,
  module_id: "MM-0001",
  contract_changed: false,
  tests_changed: false,
  proposal,
} as const;
const updated = (work: TaskWork, event: Parameters<typeof applyTaskEvent>[1]): TaskWork => {
  const next = applyTaskEvent(work, event);
  if (!next.ok) throw new Error(next.refusal.message);
  return next.value;
};

describe("a person's fix in the work", () => {
  it("is the last round, with numbers within the schema", () => {
    expect(DebateProgress.parse({ ...LAST_ROUND, gate_attempts: LAST_ROUND.gate_attempts + 1 })).toBeDefined();
  });

  it("with red gates returns to the person: no role rewrites it", () => {
    const committed = updated(updated(workWith(), offer), { kind: "work-committed", question: 5, head: HEAD });
    const gated = updated(committed, { kind: "gates-requested", module_id: "MM-0001", gates: gates() });
    const failures = [{ validator: "STRICT_COMPILATION", message: "TS2322", fix: "" }];
    const red = updated(gated, { kind: "gates-concluded", module_id: "MM-0001", failures, lock: null });
    expect(red.modules[0]?.step).toMatchObject({ step: "failed", cause: { kind: "gates-failing" } });
  });

  it("with green gates is challenged, and the Arbiter decides about a failed challenge", () => {
    const committed = updated(updated(workWith(), offer), { kind: "work-committed", question: 5, head: HEAD });
    const gated = updated(committed, { kind: "gates-requested", module_id: "MM-0001", gates: gates() });
    const green = updated(gated, { kind: "gates-concluded", module_id: "MM-0001", failures: [], lock: null });
    expect(green.modules[0]?.step).toMatchObject({ step: "asking", activity: "challenge" });
    const challenged = updated(green, {
      kind: "module-challenged",
      question: 6,
      usage: [],
      module_id: "MM-0001",
      challenge: aChallenge(aFail()),
    });
    expect(challenged.modules[0]?.step).toMatchObject({ step: "asking", activity: "adjudicate" });
  });

  it("that only merges the base continues what a halt had prevented", () => {
    const [failed] = modules();
    if (failed === undefined) throw new TypeError("the first module has failed");
    const free = untouched({ module_ref: "MM-0003@1.0.0", name: "Module free", depends_on: [], reused: false });
    const stage = { stage: "reading-fix", question: 5, from: HEAD, fix_description: "took up the base" } as const;
    const read = updated(workWith({ stage, questions: 5, modules: [failed, free] }), {
      kind: "fix-read",
      question: 5,
      contract_changed: false,
      tests_changed: false,
      fixed: null,
    });
    expect(read.modules.map(({ step }) => step.step)).toEqual(["failed", "asking"]);
  });

  it.each([
    ["nothing it was locked by", {}, ["green"]],
    ["the contract", { contract_changed: true }, ["red", "green"]],
    ["the tests", { tests_changed: true }, ["red", "green"]],
  ])("that changed %s is gated accordingly", (_what, change, expected) => {
    const offered = offerFix(workWith(), { ...offer, ...change });
    expect(offered).toMatchObject({ ok: true });
    if (offered.ok) expect(offered.value.modules[0]?.step).toMatchObject({ gates: expected });
  });

  it("is judged again: an override was for the work before it", () => {
    const offered = offerFix(workWith({ modules: modules({ overridden_in: "ESC-00000001" }) }), offer);
    if (!offered.ok) throw new Error(offered.refusal.message);
    expect(offered.value.modules[0]).not.toHaveProperty("overridden_in");
  });

  it("of a module that was never red is red first", () => {
    const offered = offerFix(workWith({ modules: modules({ lock: null }) }), offer);
    if (!offered.ok) throw new Error(offered.refusal.message);
    expect(offered.value.modules[0]?.step).toMatchObject({ gates: ["red", "green"] });
  });

  it.each([
    ["another question is next", { ...offer, question: 6 }, "stale-answer"],
    ["there is no such module", { ...offer, module_id: "MM-0009" }, "unknown-module"],
  ])("is refused when %s", (_what, event, code) => {
    expect(offerFix(workWith(), event)).toMatchObject({ refusal: { code } });
  });
});
