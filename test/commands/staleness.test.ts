import { describe, expect, it } from "vitest";
import { checkFresh } from "../../src/commands/staleness.js";

const OLD = "a".repeat(64);
const NEW = "b".repeat(64);
const at = "2026-01-31T12:00:05Z";

describe("a decision is for what its author saw", () => {
  it.each([
    ["changed before the comment", "2026-01-31T12:00:04Z", true],
    ["changed long before the comment", "2025-12-31T23:59:59.999Z", true],
    ["changed in the same second", "2026-01-31T12:00:05Z", false],
    ["changed later in the same second", "2026-01-31T12:00:05.900Z", false],
    ["changed earlier in the same second, by a finer clock", "2026-01-31T12:00:05.000Z", false],
    ["changed after the comment", "2026-01-31T12:00:06Z", false],
  ])("without a digest, by the instants: %s", (_, changedAt, fresh) => {
    expect(checkFresh("card", { at, digest: null }, { digest: NEW, changedAt }).ok).toBe(fresh);
  });

  it("by whole seconds, however fine the instants are", () => {
    const current = { digest: NEW, changedAt: "2026-01-31T12:00:05.100Z" };
    expect(checkFresh("card", { at: "2026-01-31T12:00:05.900Z", digest: null }, current).ok).toBe(false);
    expect(checkFresh("card", { at: "2026-01-31T12:00:06.000Z", digest: null }, current).ok).toBe(true);
  });

  it.each([
    ["the same content, written again later", NEW, "2026-01-31T13:00:00Z", true],
    ["the same content, written before", NEW, "2026-01-31T11:00:00Z", true],
    ["other content, although it changed before", OLD, "2026-01-31T11:00:00Z", false],
    ["other content, changed later", OLD, "2026-01-31T13:00:00Z", false],
  ])("with a digest, by the content alone: %s", (_, digest, changedAt, fresh) => {
    expect(checkFresh("spec", { at, digest }, { digest: NEW, changedAt }).ok).toBe(fresh);
  });

  it.each([
    ["spec", "stale-approval"],
    ["card", "stale-card"],
  ] as const)("a stale decision about a %s is refused as %s, with both versions", (subject, code) => {
    const changedAt = "2026-01-31T12:30:00Z";
    expect(checkFresh(subject, { at, digest: OLD }, { digest: NEW, changedAt })).toEqual({
      ok: false,
      refusal: {
        code,
        message: `The ${subject} changed at ${changedAt} and this was written about an earlier version, at ${at}. Read the ${subject} as it is now and repeat the command.`,
        details: { saw: OLD, seen_at: at, now: NEW, changed_at: changedAt },
      },
    });
  });
});
