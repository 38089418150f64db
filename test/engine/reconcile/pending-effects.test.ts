import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effect.js";
import { openDebts } from "../../../src/engine/reconcile/pending-effects.js";

const saying = (key: string, body = "done"): Effect => ({ kind: "say", key, issue: 1, body });

describe("what a reconcile owes", () => {
  it("is new only if a state was committed here, none before it wanted it, and it was not tried yet", () => {
    const debts = openDebts();
    expect(debts.isNew(saying("a"))).toBe(false);
    debts.committed(new Set(["b"]));
    expect([debts.isNew(saying("a")), debts.isNew(saying("b"))]).toEqual([true, false]);
    debts.paying(saying("a"));
    expect(debts.isNew(saying("a", "something else"))).toBe(false);
  });

  it("stays new while this reconcile commits more, and is new no longer where somebody else may have come between", () => {
    const debts = openDebts();
    debts.committed(new Set(["b"]));
    debts.committed(new Set(["a", "b"]));
    expect([debts.isNew(saying("a")), debts.isNew(saying("b"))]).toEqual([true, false]);
    debts.committed(null);
    debts.committed(new Set(["a", "b"]));
    expect(debts.isNew(saying("a"))).toBe(false);
  });

  it("is never new where nobody can tell what the state before wanted", () => {
    const debts = openDebts();
    debts.committed(null);
    expect(debts.isNew(saying("a"))).toBe(false);
  });

  it("is paid until GitHub is looked at again, and never if it says something else", () => {
    const debts = openDebts();
    debts.paying(saying("a"));
    expect([debts.isPaid(saying("a")), debts.isPaid(saying("a", "more"))]).toEqual([true, false]);
    debts.looked();
    expect(debts.isPaid(saying("a"))).toBe(false);
  });
});
