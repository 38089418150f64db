import { describe, expect, it } from "vitest";
import {
  DebateProgress,
  FIRST_ROUND,
  revisionsLeft,
  startRevision,
} from "../../../src/domain/debate/debate-progress.js";
import {
  failRound,
  gatesAfterChange,
  routeAmendedGates,
  routeGates,
} from "../../../src/features/gate-runs/gate-routing.js";

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

describe("a budget that the configuration lowered", () => {
  const limits = { revisions: 1, gate_attempts: 2 };

  it("has fewer attempts in a round, and fewer rounds", () => {
    expect(routeGates(red, at({ gate_attempts: 1, limits }))).toEqual({ next: "retry", attempt: 2 });
    expect(routeGates(red, at({ gate_attempts: 2, limits }))).toEqual({ next: "revise", revision: 1 });
    expect(routeGates(red, at({ gate_attempts: 2, revisions: 1, limits }))).toMatchObject({ next: "halt" });
    expect(routeAmendedGates(red, at({ gate_attempts: 2, limits }))).toMatchObject({ next: "halt" });
  });

  it("stays lowered in the next round, and says how many there were", () => {
    const next = startRevision(at({ limits }));
    expect(next).toMatchObject({ ok: true, value: { revisions: 1, limits } });
    const none = startRevision(at({ revisions: 1, limits }));
    expect(!none.ok && none.refusal.message).toContain("All 1 revisions are used");
  });

  it("brings the first red gate to a person if failure_actions says so", () => {
    const final = at({ gate_attempts: 1, limits: { ...limits, red_is_final: true } });
    expect(routeGates(red, final)).toEqual({ next: "halt", cause: "gates-failing" });
    expect(routeGates(broken, final)).toEqual({ next: "halt", cause: "gates-failing" });
    expect(routeAmendedGates(red, final)).toEqual({ next: "halt", cause: "gates-failing" });
    expect(routeGates(green, final)).toEqual({ next: "challenge" });
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
    [{ contract: false, tests: false }, ["green"]],
    [{ contract: true, tests: false }, ["red", "green"]],
    [{ contract: false, tests: true }, ["red", "green"]],
    [{ contract: true, tests: true }, ["red", "green"]],
  ] as const)("and whatever changed %j goes through %j", (changed, gates) => {
    expect(gatesAfterChange(changed)).toEqual(gates);
  });
});

describe("the retry budget", () => {
  const used = at({
    gate_attempts: 3,
    automatic_fix_used: true,
  });

  it("has exactly two revisions", () => {
    expect([0, 1, 2].map((revisions) => revisionsLeft({ revisions }))).toEqual([2, 1, 0]);
    const first = startRevision(used);
    expect(first).toEqual({ ok: true, value: at({ revisions: 1 }) });
    expect(startRevision(at({ revisions: 1 }))).toEqual({ ok: true, value: at({ revisions: 2 }) });
    expect(startRevision(at({ revisions: 2 }))).toMatchObject({ refusal: { code: "no-revision-left" } });
  });

  it.each([
    ["revisions", 2],
    ["gate_attempts", 3],
  ] as const)("cannot hold more %s than %i", (field, max) => {
    expect(DebateProgress.safeParse(at({ [field]: max })).success).toBe(true);
    expect(DebateProgress.safeParse(at({ [field]: max + 1 })).success).toBe(false);
    expect(DebateProgress.safeParse(at({ [field]: -1 })).success).toBe(false);
  });
});
