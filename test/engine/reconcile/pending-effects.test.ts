import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effect.js";
import { openPendingEffects } from "../../../src/engine/reconcile/pending-effects.js";

const saying = (key: string, body = "done"): Effect => ({ kind: "say", key, issue: 1, body });

describe("what a reconcile owes", () => {
  it("is new only if a state was committed here, none before it wanted it, and it was not tried yet", () => {
    const pendingEffects = openPendingEffects();
    expect(pendingEffects.isNew(saying("a"))).toBe(false);
    pendingEffects.committed(new Set(["b"]));
    expect([pendingEffects.isNew(saying("a")), pendingEffects.isNew(saying("b"))]).toEqual([true, false]);
    pendingEffects.paying(saying("a"));
    expect(pendingEffects.isNew(saying("a", "something else"))).toBe(false);
  });

  it("stays new while this reconcile commits more, and is new no longer where somebody else may have come between", () => {
    const pendingEffects = openPendingEffects();
    pendingEffects.committed(new Set(["b"]));
    pendingEffects.committed(new Set(["a", "b"]));
    expect([pendingEffects.isNew(saying("a")), pendingEffects.isNew(saying("b"))]).toEqual([true, false]);
    pendingEffects.committed(null);
    pendingEffects.committed(new Set(["a", "b"]));
    expect(pendingEffects.isNew(saying("a"))).toBe(false);
  });

  it("is never new where nobody can tell what the state before wanted", () => {
    const pendingEffects = openPendingEffects();
    pendingEffects.committed(null);
    expect(pendingEffects.isNew(saying("a"))).toBe(false);
  });

  it("is paid until GitHub is looked at again, and never if it says something else", () => {
    const pendingEffects = openPendingEffects();
    pendingEffects.paying(saying("a"));
    expect([pendingEffects.isPaid(saying("a")), pendingEffects.isPaid(saying("a", "more"))]).toEqual([true, false]);
    pendingEffects.looked();
    expect(pendingEffects.isPaid(saying("a"))).toBe(false);
  });
});
