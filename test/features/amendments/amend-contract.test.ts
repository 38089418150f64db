import { describe, expect, it } from "vitest";
import { FIRST_ROUND } from "../../../src/domain/debate/debate-progress.js";
import type { ContractAmendment } from "../../../src/domain/enforcement/contract-amendment.js";
import type { Violation } from "../../../src/domain/enforcement/retry-context.js";
import { amendmentDecision, awaitingAmendment } from "../../../src/features/amendments/amend-contract.js";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import {
  built,
  gated,
  gates,
  lock,
  moved,
  openQuestion,
  planned,
  proposed,
  redGate,
  specified,
  stepOf,
} from "../../support/task-work.js";
import { aViolation } from "../../support/violation.js";

const MODULE = "MM-0001";
const wrong = { validator: "assertion signature_match", message: "expected (a), found (a, b)", fix: "Keep it." };
const amendment: ContractAmendment = {
  amendment_id: "AMD-00000001",
  proposal: {
    module_id: MODULE,
    reason: "It needs options.",
    proposed_changes: [{ path: "modes.notes", old_value: "a", new_value: "b" }],
    additional_types: [],
    affected_modules: [],
  },
  why: "It cannot be built so.",
  violations: [aViolation()],
  proposed_at: "2026-03-01T12:00:00Z",
};
const decided = { amendment_id: "AMD-00000001", by: "ada", comment: 7, at: "2026-03-01T13:00:00Z" } as const;

/** Red gates with these contract failures. */
function red(work: TaskWork, contract_failures: Violation[] = [aViolation()]): TaskWork {
  const requested = moved(work, { kind: "gates-requested", module_id: MODULE, gates: gates() });
  return moved(requested, {
    kind: "gates-concluded",
    module_id: MODULE,
    failures: [wrong],
    lock: null,
    contract_failures,
  });
}

const locked = () =>
  gated(specified(planned({ id: MODULE }, { id: "MM-0002", depends_on: [MODULE] }, { id: "MM-0003" })));
const tried = (work: TaskWork, failures?: Violation[]) => red(proposed(work, "implement"), failures);
const thrice = () => tried(tried(tried(locked())));
const proposing = () => {
  const work = thrice();
  const question = openQuestion(work, "propose");
  return moved(work, { kind: "amendment-proposed", question, usage: [], module_id: MODULE, amendment });
};
const moduleOf = (work: TaskWork) => {
  const [module] = work.modules;
  if (module === undefined) throw new Error("there is a module");
  return module;
};

describe("the same contract failure", () => {
  it("is tried again after the first and the second time", () => {
    expect(stepOf(tried(locked()))).toMatchObject({
      step: "asking",
      activity: "implement",
      attempt: 2,
      from: "red-commit",
    });
    expect(stepOf(tried(tried(locked())))).toMatchObject({ step: "asking", activity: "implement", attempt: 3 });
  });

  it("asks the amendment proposer the third time, within the attempts of the round", () => {
    const work = thrice();
    expect(stepOf(work)).toMatchObject({ step: "asking", activity: "propose", attempt: 1, after: "implement" });
    expect(moduleOf(work).progress).toMatchObject({ gate_attempts: 3, revisions: 0 });
  });

  it.each<[string, (work: TaskWork) => TaskWork]>([
    ["another failure came between", (work) => tried(tried(tried(work), [aViolation({ expected: "other" })]))],
    ["one was a failing test alone", (work) => tried(tried(tried(work), []))],
  ])("is an ordinary failed round when %s", (_, play) => {
    expect(stepOf(play(locked()))).toMatchObject({ step: "asking", activity: "revise" });
  });

  it("is counted from zero after green gates", () => {
    const green = gated(proposed(tried(tried(locked())), "implement"));
    expect(moduleOf(green).contract_failures).toBeUndefined();
    expect(moduleOf(built(planned({ id: MODULE }))).contract_failures).toBeUndefined();
  });

  it("of a specification that is never valid asks, too", () => {
    const invalid = aViolation({ source: "gate", check: "CONTRACT_SCHEMA_VALID" });
    let work = planned({ id: MODULE });
    for (let attempt = 0; attempt < 3; attempt += 1) work = red(specified(work), [invalid]);
    expect(stepOf(work)).toMatchObject({ step: "asking", activity: "propose", after: "specify" });
  });
});

describe("an amendment", () => {
  it("waits for a person, and nothing else of the task starts", () => {
    const work = proposing();
    expect(stepOf(work)).toEqual({ step: "awaiting-amendment", amendment });
    expect(awaitingAmendment(work)?.amendment).toEqual(amendment);
    expect(stepOf(work, "MM-0003")).toEqual({ step: "waiting" });
  });

  it("that is accepted specifies the module again from its red commit, with all its attempts", () => {
    const work = moved(proposing(), { kind: "amendment-accepted", module_id: MODULE, ...decided });
    expect(stepOf(work)).toMatchObject({ step: "asking", activity: "specify", attempt: 2, from: "red-commit" });
    expect(moduleOf(work)).toMatchObject({
      progress: FIRST_ROUND,
      failures: [],
      lock,
      amendments: [amendment.proposal],
    });
    expect(moduleOf(work).contract_failures).toBeUndefined();
    const relocked = { ...lock, contract_blob: "9".repeat(40) };
    const requested = moved(specified(work), { kind: "gates-requested", module_id: MODULE, gates: gates("CONTRACT") });
    const again = moved(requested, { kind: "gates-concluded", module_id: MODULE, failures: [], lock: relocked });
    expect(moduleOf(again).lock).toEqual(relocked);
    expect(stepOf(again)).toMatchObject({ step: "asking", activity: "implement" });
  });

  it("that is accepted gives no more attempts than the configuration allows", () => {
    const limits = { revisions: 0, gate_attempts: 3 };
    const { modules, ...rest } = proposing();
    const limited = modules.map((module) => ({ ...module, progress: { ...module.progress, limits } }));
    const work = moved({ ...rest, modules: limited }, { kind: "amendment-accepted", module_id: MODULE, ...decided });
    expect(moduleOf(work).progress).toEqual({ ...FIRST_ROUND, limits });
  });

  it("that is rejected fails the module; independent ones continue, dependants do not", () => {
    const reason = "The types are what its users asked for.";
    const work = moved(proposing(), { kind: "amendment-rejected", module_id: MODULE, reason, ...decided });
    expect(stepOf(work)).toEqual({
      step: "failed",
      cause: {
        kind: "contract-amendment-rejected",
        module: "MM-0001@1.0.0",
        proposal: amendment.proposal,
        rejection: reason,
      },
    });
    expect(stepOf(work, "MM-0002")).toEqual({ step: "waiting" });
    expect(stepOf(work, "MM-0003")).toMatchObject({ step: "asking", activity: "specify" });
  });

  it("that its proposer declines leaves the failed round unchanged, with its advice", () => {
    const work = thrice();
    const question = openQuestion(work, "propose");
    const declined = moved(work, {
      kind: "amendment-declined",
      question,
      usage: [],
      module_id: MODULE,
      why: "The code should not take options.",
    });
    expect(stepOf(declined)).toMatchObject({ step: "asking", activity: "revise" });
    expect(moduleOf(declined).failures.map(({ message }) => message)).toEqual([
      wrong.message,
      "The code should not take options.",
    ]);
    // Three more are needed before it is asked again.
    expect(stepOf(red(proposed(declined, "revise")))).toMatchObject({ step: "asking", activity: "revise" });
  });

  it.each<[string, TaskEvent]>([
    ["another one", { kind: "amendment-accepted", module_id: MODULE, ...decided, amendment_id: "AMD-00000002" }],
    ["one of another module", { kind: "amendment-accepted", module_id: "MM-0003", ...decided }],
    [
      "another rejection",
      { kind: "amendment-rejected", module_id: MODULE, reason: "No.", ...decided, amendment_id: "AMD-00000002" },
    ],
  ])("refuses a decision about %s", (_, event) => {
    expect(applyTaskEvent(proposing(), event)).toMatchObject({ ok: false, refusal: { code: "stale-card" } });
  });

  it("is decided once", () => {
    const accept: TaskEvent = { kind: "amendment-accepted", module_id: MODULE, ...decided };
    expect(applyTaskEvent(moved(proposing(), accept), accept)).toMatchObject({
      ok: false,
      refusal: { code: "stale-card" },
    });
  });

  it("refuses a stale answer", () => {
    const late: TaskEvent = { kind: "amendment-proposed", question: 99, usage: [], module_id: MODULE, amendment };
    expect(applyTaskEvent(thrice(), late)).toMatchObject({ ok: false, refusal: { code: "stale-answer" } });
  });

  it("is on record with its decision", () => {
    const event: TaskEvent = { kind: "amendment-rejected", module_id: MODULE, reason: "No.", ...decided };
    expect(amendmentDecision(proposing(), "T-a-b-c-001", event)).toEqual({
      amendment_id: "AMD-00000001",
      cause: "signature_match",
      task_id: "T-a-b-c-001",
      module_ref: "MM-0001@1.0.0",
      decision: "REJECTED",
      reason: "No.",
      by: "ada",
      at: "2026-03-01T13:00:00Z",
    });
  });

  it("is never about an ordinary red gate", () => {
    let work = locked();
    for (let attempt = 0; attempt < 3; attempt += 1) work = gated(proposed(work, "implement"), [redGate]);
    expect(stepOf(work)).toMatchObject({ step: "asking", activity: "revise" });
  });
});
