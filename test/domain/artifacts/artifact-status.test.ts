import { describe, expect, it } from "vitest";
import { ArtifactStatus, checkTransition, STATUS_TRANSITIONS } from "../../../src/domain/artifacts/artifact-status.js";

const pairs = ArtifactStatus.options.flatMap((from) => ArtifactStatus.options.map((to) => [from, to] as const));
const LEGAL = [
  "DRAFT -> CHALLENGED",
  "CHALLENGED -> ADJUDICATED",
  "ADJUDICATED -> SHIPPED",
  "ADJUDICATED -> DRAFT",
  "SHIPPED -> DEPRECATED",
];
/** Invalid transitions (requirements.md#artifact-statuses) and what each reason must speak of. */
const SEED_REASONS: readonly (readonly [ArtifactStatus, ArtifactStatus, RegExp])[] = [
  ["DRAFT", "SHIPPED", /debate is mandatory/],
  ["DRAFT", "ADJUDICATED", /challenge cannot be skipped/],
  ["SHIPPED", "DRAFT", /immutable: a change needs a new version/],
  ["SHIPPED", "CHALLENGED", /immutable.*interface change exception/],
  ["DEPRECATED", "DRAFT", /terminal/],
  ["DEPRECATED", "CHALLENGED", /terminal/],
  ["DEPRECATED", "ADJUDICATED", /terminal/],
  ["DEPRECATED", "SHIPPED", /terminal/],
  ["CHALLENGED", "DRAFT", /only the Arbiter can send an artifact back/],
  ["CHALLENGED", "SHIPPED", /adjudication cannot be skipped/],
];

describe("the artifact status machine", () => {
  it("has exactly five transitions", () => {
    expect(STATUS_TRANSITIONS.map(({ from, to }) => `${from} -> ${to}`)).toEqual(LEGAL);
  });

  it.each(pairs)("%s -> %s is legal exactly when the table says so", (from, to) => {
    const outcome = checkTransition(from, to);
    expect(outcome.ok).toBe(LEGAL.includes(`${from} -> ${to}`));
    if (outcome.ok) return expect(outcome.value).toMatchObject({ from, to });
    expect(outcome.refusal.code).toBe("illegal-artifact-transition");
    expect(outcome.refusal.details).toEqual({ from, to });
    expect(outcome.refusal.message).toMatch(new RegExp(`^${from} -> ${to} is not possible: \\S.+\\.$`));
  });

  it.each(SEED_REASONS)("%s -> %s is refused for its own reason", (from, to, reason) => {
    expect(checkTransition(from, to)).toMatchObject({ ok: false, refusal: { message: expect.stringMatching(reason) } });
  });

  it.each(["DRAFT", "CHALLENGED", "ADJUDICATED"] as const)("%s cannot be deprecated: it never shipped", (from) => {
    expect(checkTransition(from, "DEPRECATED")).toMatchObject({
      refusal: { message: expect.stringContaining("only a shipped artifact can be deprecated") },
    });
  });

  it.each([
    ["ADJUDICATED", "CHALLENGED", /a revision is a new artifact/],
    ["SHIPPED", "ADJUDICATED", /immutable/],
    ["DRAFT", "DRAFT", /it is DRAFT already/],
  ] as const)("%s -> %s says why", (from, to, reason) => {
    expect(checkTransition(from, to)).toMatchObject({ refusal: { message: expect.stringMatching(reason) } });
  });
});
