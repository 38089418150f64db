import { describe, expect, it } from "vitest";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import { prospectsOf } from "../../../src/features/modules/questions.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import { begunAgain, moduleIdOf, NEW_WORK, type TaskWork } from "../../../src/features/modules/task-work.js";
import { completesBranch } from "../../../src/features/shipping/ship-module.js";
import { aChallenge, aFail, aFailure, amendedApproval, approval, rejection } from "../../support/debate.js";
import {
  adjudicated,
  built,
  challenged,
  gated,
  gates,
  moved,
  openQuestion,
  planned,
  proposed,
  redGate,
  sha,
  shipped,
  specified,
  stepOf,
  typeError,
} from "../../support/task-work.js";

const one = () => planned({ id: "MM-0001" });
const anotherFailure = aFail({
  failures: [aFailure({ invariant: "Slugs never end in a hyphen", required_change: "trim the last hyphen of a slug" })],
});
const LOST: HaltCause = { kind: "gate-run-failed", runs: [{ run_id: 1, conclusion: "lost" }] };
const otherFail = aChallenge(anotherFailure, "CHAL-00000002");

describe("the work of a task", () => {
  it("opens with a question to the planner", () => {
    const opened = moved(NEW_WORK, { kind: "work-opened", head: sha("0"), base: sha("9") });
    expect(opened.stage).toEqual({ stage: "planning", question: 1, attempt: 1 });
  });

  it("goes from plan to shipped module, one persisted step after the other", () => {
    const steps = [];
    let work = one();
    for (const next of [
      (now: typeof work) => specified(now),
      (now: typeof work) => gated(now),
      (now: typeof work) => proposed(now, "implement"),
      (now: typeof work) => gated(now),
      (now: typeof work) => challenged(now),
      (now: typeof work) => adjudicated(now, approval),
      (now: typeof work) => shipped(now),
    ]) {
      const before = stepOf(work);
      steps.push(before.step === "asking" ? `asking ${before.activity}` : before.step);
      work = next(work);
    }
    expect(steps).toEqual([
      "asking specify",
      "gating",
      "asking implement",
      "gating",
      "asking challenge",
      "asking adjudicate",
      "approved",
    ]);
    expect(stepOf(work)).toEqual({ step: "shipped", head: sha("8") });
  });

  it("locks contract and tests if red was red", () => {
    expect(gated(specified(one())).modules[0]?.lock?.test_blob).toBe(sha("2"));
  });

  it.each([
    ["module-specified", 99],
    ["plan-made", 1],
  ] as const)("refuses an answer to a question that is not open: %s", (kind, question) => {
    const base = { question, usage: [], module_id: "MM-0001" };
    const event =
      kind === "plan-made"
        ? ({
            kind,
            question,
            usage: [],
            micro_plan_id: "MP-00000001",
            digest: "d".repeat(64),
            next_module: 2,
            modules: [{ module_ref: "MM-0001@1.0.0", name: "x", depends_on: [], reused: false }],
          } satisfies TaskEvent)
        : ({ kind, ...base, activity: "specify", contract_changed: false, tests_changed: false } satisfies TaskEvent);
    const updated = applyTaskEvent(one(), event);
    expect(!updated.ok && updated.refusal.code).toBe("stale-answer");
  });

  it("refuses an implementation that moves what was locked", () => {
    const work = gated(specified(one()));
    const question = openQuestion(work, "implement");
    const proposal = {
      proposal_id: "PROP-00000001",
      target_artifact_id: "IMPL-00000001",
      deliverable_ref: "MM-0001@1.0.0",
      claim: "it works as agreed",
      acceptance_checks: ["tests pass"],
      criteria: [{ criterion: "returns words", tests: ["works"] }],
    };
    const updated = applyTaskEvent(work, {
      kind: "module-proposed",
      question,
      usage: [],
      module_id: "MM-0001",
      activity: "implement",
      contract_changed: false,
      tests_changed: true,
      proposal,
    });
    expect(!updated.ok && updated.refusal.code).toBe("locked");
  });

  it("never requests the same gates twice", () => {
    const work = moved(specified(one()), { kind: "gates-requested", module_id: "MM-0001", gates: gates("CONTRACT") });
    const again = applyTaskEvent(work, { kind: "gates-requested", module_id: "MM-0001", gates: gates("CONTRACT") });
    expect(!again.ok && again.refusal.code).toBe("gates-awaited");
  });

  it("requests lost gates again, and counts them", () => {
    const requested = moved(specified(one()), {
      kind: "gates-requested",
      module_id: "MM-0001",
      gates: gates("CONTRACT"),
    });
    const lost = moved(requested, { kind: "gates-lost", module_id: "MM-0001", why: "no report" });
    expect(lost.lost_gates).toBe(1);
    expect(stepOf(lost)).toMatchObject({ step: "gating", gates: null });
    expect(gated(lost).lost_gates).toBe(0);
  });
});

describe("a red gate", () => {
  it("leads to a fresh attempt from the red commit", () => {
    const red = gated(proposed(gated(specified(one())), "implement"), [redGate]);
    expect(stepOf(red)).toMatchObject({ step: "asking", activity: "implement", attempt: 2, from: "red-commit" });
    expect(red.modules[0]?.failures).toEqual([redGate]);
  });

  it("is fixed in place once if only types or build are wrong", () => {
    const first = gated(proposed(gated(specified(one())), "implement"), [typeError]);
    expect(stepOf(first)).toMatchObject({ step: "asking", activity: "implement", from: "head" });
    const second = gated(proposed(first, "implement"), [typeError]);
    expect(stepOf(second)).toMatchObject({ step: "asking", activity: "implement", from: "red-commit" });
  });

  it("fails the round after three attempts, and the module when revisions are used up", () => {
    let work = gated(specified(one()));
    const attempts: string[] = [];
    for (let round = 0; round < 12 && stepOf(work).step === "asking"; round += 1) {
      const step = stepOf(work);
      if (step.step !== "asking") break;
      attempts.push(step.activity);
      work = gated(proposed(work, step.activity === "revise" ? "revise" : "implement"), [redGate]);
    }
    expect(attempts).toEqual([...Array(3).fill("implement"), ...Array(6).fill("revise")]);
    expect(stepOf(work)).toMatchObject({ step: "failed", cause: { kind: "gates-failing", attempts: 3 } });
  });

  it("of a specification uses up attempts of the code: a round has three, and a pass costs none", () => {
    const twice = gated(specified(gated(specified(one()), [redGate])), [redGate]);
    const written = gated(specified(twice));
    expect(written.modules[0]?.progress).toMatchObject({ gate_attempts: 2, revisions: 0 });
    const failed = gated(proposed(written, "implement"), [redGate]);
    expect(stepOf(failed)).toMatchObject({ step: "asking", activity: "revise" });
    expect(failed.modules[0]?.progress).toMatchObject({ gate_attempts: 0, revisions: 1 });
  });

  it("of a specification is specified again, with what was wrong", () => {
    const red = gated(specified(one()), [redGate]);
    expect(stepOf(red)).toMatchObject({ step: "asking", activity: "specify", attempt: 2 });
  });

  it("after amendments halts when its attempts are used up: there is no debate to return to", () => {
    let work = adjudicated(challenged(built(one())), amendedApproval);
    for (let attempt = 0; attempt < 3; attempt += 1) work = gated(proposed(work, "amend"), [redGate]);
    expect(stepOf(work)).toMatchObject({ step: "failed", cause: { kind: "gates-failing" } });
  });
});

describe("the debate", () => {
  it("revises after a FAIL; a change to tests is red first, then green", () => {
    const failed = challenged(built(one()), aChallenge(aFail()));
    expect(stepOf(failed)).toMatchObject({ step: "asking", activity: "revise", attempt: 1 });
    const revised = proposed(failed, "revise", { tests: true });
    expect(stepOf(revised)).toMatchObject({ step: "gating", colour: "red", later: ["green"] });
    expect(stepOf(gated(revised))).toMatchObject({ step: "gating", colour: "green", later: [] });
    expect(stepOf(gated(gated(revised)))).toMatchObject({ step: "asking", activity: "challenge", attempt: 2 });
  });

  it("halts early when the same objection comes twice in a row", () => {
    const again = challenged(
      gated(proposed(challenged(built(one()), aChallenge(aFail())), "revise")),
      aChallenge(aFail(), "CHAL-00000002"),
    );
    expect(stepOf(again)).toMatchObject({ step: "failed", cause: { kind: "repeated-objection" } });
  });

  it("asks the Arbiter after the second revision, who may not approve plainly over a FAIL", () => {
    const first = challenged(built(one()), aChallenge(aFail()));
    const second = challenged(gated(proposed(first, "revise")), otherFail);
    const third = challenged(gated(proposed(second, "revise")), aChallenge(aFail(), "CHAL-00000003"));
    const question = openQuestion(third, "adjudicate");
    const refused = applyTaskEvent(third, {
      kind: "module-adjudicated",
      question,
      usage: [],
      module_id: "MM-0001",
      adjudication: approval,
    });
    expect(!refused.ok && refused.refusal.code).toBe("decision-not-allowed");
    expect(stepOf(adjudicated(third, rejection))).toMatchObject({ step: "failed", cause: { kind: "debate-rejected" } });
  });

  it("does not debate amended work again, but gates it", () => {
    const amended = adjudicated(challenged(built(one())), amendedApproval);
    expect(stepOf(amended)).toMatchObject({ step: "asking", activity: "amend" });
    expect(stepOf(gated(proposed(amended, "amend")))).toEqual({ step: "approved" });
  });

  it.each([
    ["the plan", aFailure({ scope: "PLAN" })],
    ["a shipped contract", aFailure({ scope: "UPSTREAM", target_module: "MM-0007@1.0.0" })],
  ])("halts the task at once over a failure of %s, whatever else could still be built", (_, failure) => {
    const pair = planned({ id: "MM-0001" }, { id: "MM-0002" });
    const failed = challenged(built(pair), aChallenge(aFail({ failures: [failure] })));
    expect(stepOf(failed)).toMatchObject({ step: "failed", cause: { kind: "plan-level-failure" } });
    expect(failed.halting).toMatchObject({ kind: "plan-level-failure", module: "MM-0001@1.0.0" });
    expect(stepOf(failed, "MM-0002")).toEqual({ step: "waiting" });
    expect(failed.questions).toBe(pair.questions + 2);
  });
});

describe("several modules", () => {
  const three = () => planned({ id: "MM-0001" }, { id: "MM-0002", depends_on: ["MM-0001"] }, { id: "MM-0003" });

  it("are built one at a time, dependencies first", () => {
    const work = three();
    expect(work.modules.map(({ step }) => step.step)).toEqual(["asking", "waiting", "waiting"]);
    const next = shipped(adjudicated(challenged(built(work)), approval));
    expect(openQuestion(next, "specify", "MM-0002")).toBeGreaterThan(0);
  });

  it("a failed one abandons its dependants, and the independent ones still run", () => {
    const failed = moved(three(), { kind: "module-failed", module_id: "MM-0001", cause: LOST });
    expect(failed.halting).toBeNull();
    expect(openQuestion(failed, "specify", "MM-0003")).toBeGreaterThan(0);
    expect(prospectsOf(failed)).toMatchObject({ failed: ["MM-0001"], abandoned: ["MM-0002"] });
  });

  it("a reused one is not built", () => {
    const work = planned({ id: "MM-0009", reused: true }, { id: "MM-0001", depends_on: ["MM-0009"] });
    expect(openQuestion(work, "specify", "MM-0001")).toBe(2);
    expect(stepOf(work, "MM-0009")).toEqual({ step: "waiting" });
  });

  it("a restarted attempt keeps the counts of questions and activities, and nothing else", () => {
    const again = begunAgain(built(one()));
    expect(again).toMatchObject({ attempt: 2, modules: [], plan: null, stage: { stage: "opening" } });
    expect(again.questions).toBeGreaterThan(3);
    const opened = moved(again, { kind: "work-opened", head: sha("a"), base: sha("9") });
    expect(opened.stage).toMatchObject({ stage: "planning", attempt: 2 });
    expect(opened.start).toBe(sha("a"));
  });
});

describe("the whole branch", () => {
  const done = () => shipped(adjudicated(challenged(built(one())), approval));

  it("is judged before it is merged, and again when the base moved", () => {
    const due = moved(done(), { kind: "integration-due", head: sha("8"), base: sha("9") });
    const requested = moved(due, { kind: "gates-requested", module_id: null, gates: gates("INTEGRITY") });
    const green = moved(requested, { kind: "gates-concluded", module_id: null, failures: [], lock: null });
    expect(green.stage).toMatchObject({ stage: "merging", head: sha("8"), base: sha("9") });
    const again = moved(green, { kind: "integration-due", head: sha("8"), base: sha("c") });
    expect(again.stage).toEqual({ stage: "integrating", head: sha("8"), base: sha("c"), gates: null });
  });

  it("never goes from a red gate 3 to the merge", () => {
    const due = moved(done(), { kind: "integration-due", head: sha("8"), base: sha("9") });
    const requested = moved(due, { kind: "gates-requested", module_id: null, gates: gates("INTEGRITY") });
    const red = applyTaskEvent(requested, {
      kind: "gates-concluded",
      module_id: null,
      failures: [redGate],
      lock: null,
    });
    expect(!red.ok && red.refusal.code).toBe("gate-3-red");
  });

  it("is not judged before there is anything to judge", () => {
    const early = applyTaskEvent(NEW_WORK, { kind: "integration-due", head: sha("8"), base: sha("9") });
    expect(!early.ok && early.refusal.code).toBe("nothing-to-integrate");
  });
});

describe("the evidence of a module", () => {
  const pair = () => planned({ id: "MM-0001" }, { id: "MM-0002" });
  const moduleOf = (work: TaskWork, id: string) => {
    const module = work.modules.find((candidate) => moduleIdOf(candidate) === id);
    if (module === undefined) throw new Error(`no module ${id}`);
    return module;
  };
  const completes = (work: TaskWork, id: string) => completesBranch(work, moduleOf(work, id));

  it("completes the branch of a task that has no other", () => {
    expect(completes(one(), "MM-0001")).toBe(true);
  });

  it("completes it behind all others, whatever their order", () => {
    const first = shipped(adjudicated(challenged(built(pair())), approval));
    expect(completes(pair(), "MM-0001")).toBe(false);
    expect(completes(first, "MM-0002")).toBe(true);
  });

  it("does not complete it while another has failed", () => {
    const failed = moved(pair(), { kind: "module-failed", module_id: "MM-0001", cause: LOST });
    expect(completes(failed, "MM-0002")).toBe(false);
  });

  it("completes it beside what is only reused", () => {
    expect(completes(planned({ id: "MM-0001" }, { id: "MM-0002", reused: true }), "MM-0001")).toBe(true);
  });
});
