import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import { openPendingEffects } from "../../../src/engine/reconcile/pending-effects.js";

const saying = (key: string, body = "done"): Effect => ({ kind: "say", key, issue: 1, body });

describe("a pending effect", () => {
  it("is new only if this reconcile committed a state, an earlier state did not call for it, and it was not tried yet", () => {
    const pendingEffects = openPendingEffects();
    expect(pendingEffects.isNew(saying("a"))).toBe(false);
    pendingEffects.committed(new Set(["b"]));
    expect([pendingEffects.isNew(saying("a")), pendingEffects.isNew(saying("b"))]).toEqual([true, false]);
    pendingEffects.performing(saying("a"));
    expect(pendingEffects.isNew(saying("a", "something else"))).toBe(false);
  });

  it("stays new while this reconcile commits more, and is not new after another replica's commit", () => {
    const pendingEffects = openPendingEffects();
    pendingEffects.committed(new Set(["b"]));
    pendingEffects.committed(new Set(["a", "b"]));
    expect([pendingEffects.isNew(saying("a")), pendingEffects.isNew(saying("b"))]).toEqual([true, false]);
    pendingEffects.committed(null);
    pendingEffects.committed(new Set(["a", "b"]));
    expect(pendingEffects.isNew(saying("a"))).toBe(false);
  });

  it("is never new if it is unknown what the state before called for", () => {
    const pendingEffects = openPendingEffects();
    pendingEffects.committed(null);
    expect(pendingEffects.isNew(saying("a"))).toBe(false);
  });

  it("counts as performed until GitHub is observed again, and never if its content differs", () => {
    const pendingEffects = openPendingEffects();
    pendingEffects.performing(saying("a"));
    expect([pendingEffects.isPerformed(saying("a")), pendingEffects.isPerformed(saying("a", "more"))]).toEqual([
      true,
      false,
    ]);
    pendingEffects.observed();
    expect(pendingEffects.isPerformed(saying("a"))).toBe(false);
  });
});
