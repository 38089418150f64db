import { describe, expect, it } from "vitest";
import {
  DebateProgress,
  FIRST_ROUND,
  revisionsLeft,
  startQuestion,
  startRevision,
} from "../../../src/domain/debate/debate-progress.js";
import {
  failRound,
  gatesAfterAmendment,
  phaseOfRevision,
  routeAmendedGates,
  routeGates,
} from "../../../src/domain/debate/gate-routing.js";
import { routeInvalidAnswer, routeMildReview } from "../../../src/domain/debate/re-ask.js";

const green = { green: true, onlyTypeOrBuildErrors: false };
const red = { green: false, onlyTypeOrBuildErrors: false };
const broken = { green: false, onlyTypeOrBuildErrors: true };
const at = (changes: Partial<DebateProgress>) => ({ ...FIRST_ROUND, ...changes });

describe("after the gates of a round", () => {
  it.each([1, 2, 3])("green goes to the challenge (attempt %i)", (gate_attempts) => {
    expect(routeGates(green, at({ gate_attempts, revisions: 2 }))).toEqual({ next: "challenge" });
  });

  it.each([
    [1, { next: "retry", attempt: 2 }],
    [2, { next: "retry", attempt: 3 }],
    [3, { next: "revise", revision: 1 }],
  ])("red after attempt %i leads to %j", (gate_attempts, step) => {
    expect(routeGates(red, at({ gate_attempts }))).toEqual(step);
  });

  it("type and build errors are fixed automatically, once, as one of the three attempts", () => {
    expect(routeGates(broken, at({ gate_attempts: 1 }))).toEqual({ next: "fix-automatically", attempt: 2 });
    expect(routeGates(broken, at({ gate_attempts: 2, automatic_fix_used: true }))).toEqual({
      next: "retry",
      attempt: 3,
    });
    expect(routeGates(broken, at({ gate_attempts: 3 }))).toEqual({ next: "revise", revision: 1 });
  });

  it("a last round that is red halts, without the Arbiter", () => {
    expect(routeGates(red, at({ gate_attempts: 3, revisions: 1 }))).toEqual({ next: "revise", revision: 2 });
    expect(routeGates(red, at({ gate_attempts: 3, revisions: 2 }))).toEqual({ next: "halt", cause: "gates-failing" });
  });
});

describe("a round that fails by fact", () => {
  it.each(["gates-failing", "fingerprint-mismatch", "tests-failing"] as const)(
    "%s costs a revision, then halts",
    (cause) => {
      expect(failRound(cause, { revisions: 0 })).toEqual({ next: "revise", revision: 1 });
      expect(failRound(cause, { revisions: 1 })).toEqual({ next: "revise", revision: 2 });
      expect(failRound(cause, { revisions: 2 })).toEqual({ next: "halt", cause });
    },
  );
});

describe("amended work", () => {
  it("ships when green, and is never debated or revised again", () => {
    expect(routeAmendedGates(green, at({ gate_attempts: 1 }))).toEqual({ next: "ship" });
    expect(routeAmendedGates(red, at({ gate_attempts: 2 }))).toEqual({ next: "retry", attempt: 3 });
    expect(routeAmendedGates(broken, at({ gate_attempts: 1 }))).toEqual({ next: "fix-automatically", attempt: 2 });
    expect(routeAmendedGates(red, at({ gate_attempts: 3, revisions: 0 }))).toEqual({
      next: "halt",
      cause: "gates-failing",
    });
  });

  it.each([
    [{ contract: false, tests: false }, "implementing", ["green"]],
    [{ contract: true, tests: false }, "specifying", ["red", "green"]],
    [{ contract: false, tests: true }, "specifying", ["red", "green"]],
    [{ contract: true, tests: true }, "specifying", ["red", "green"]],
  ] as const)("and revisions with changes %j go back to %s and through %j", (changed, phase, gates) => {
    expect(phaseOfRevision(changed)).toBe(phase);
    expect(gatesAfterAmendment(changed)).toEqual(gates);
  });
});

describe("asking again", () => {
  it.each([
    [0, { next: "ask-again", reAsk: 1 }],
    [1, { next: "ask-again", reAsk: 2 }],
  ])("happens twice, here after %i re-asks", (count, step) => {
    expect(routeInvalidAnswer({ schema_re_asks: count })).toEqual(step);
    expect(routeMildReview({ compliance_re_asks: count })).toEqual(step);
  });

  it("then escalates, each for its own cause and at no cost to the Proposer", () => {
    expect(routeInvalidAnswer({ schema_re_asks: 2 })).toEqual({ next: "halt", cause: "answer-invalid" });
    expect(routeMildReview({ compliance_re_asks: 2 })).toEqual({ next: "halt", cause: "mild-review-violation" });
  });
});

describe("the retry budget", () => {
  const used = at({
    gate_attempts: 3,
    automatic_fix_used: true,
    schema_re_asks: 2,
    compliance_re_asks: 1,
    discarded_reviews: 1,
  });

  it("has exactly two revisions", () => {
    expect([0, 1, 2].map((revisions) => revisionsLeft({ revisions }))).toEqual([2, 1, 0]);
    const first = startRevision(used);
    expect(first).toEqual({ ok: true, value: at({ revisions: 1 }) });
    expect(startRevision(at({ revisions: 1 }))).toEqual({ ok: true, value: at({ revisions: 2 }) });
    expect(startRevision(at({ revisions: 2 }))).toMatchObject({ refusal: { code: "no-revision-left" } });
  });

  it("gives a new question its own re-asks and keeps what the round has used", () => {
    expect(startQuestion({ ...used, revisions: 1 })).toEqual(
      at({ gate_attempts: 3, automatic_fix_used: true, revisions: 1 }),
    );
  });

  it.each([
    ["revisions", 2],
    ["gate_attempts", 3],
    ["schema_re_asks", 2],
    ["compliance_re_asks", 2],
    ["discarded_reviews", 1],
  ] as const)("cannot hold more %s than %i", (field, max) => {
    expect(DebateProgress.safeParse(at({ [field]: max })).success).toBe(true);
    expect(DebateProgress.safeParse(at({ [field]: max + 1 })).success).toBe(false);
    expect(DebateProgress.safeParse(at({ [field]: -1 })).success).toBe(false);
  });
});
