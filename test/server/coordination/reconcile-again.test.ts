import { describe, expect, it } from "vitest";
import { LimitedUntil } from "../../../src/domain/errors.js";
import { createReconcileAgain } from "../../../src/server/coordination/reconcile-again.js";
import { heldAlarms } from "../../support/alarms.js";

function world() {
  const looked: string[] = [];
  const { alarm, alarms } = heldAlarms();
  const again = createReconcileAgain<string>({
    trigger: (who) => looked.push(who),
    keyOf: (who) => who,
    now: () => 1_000,
    alarm,
  });
  return { looked, alarms, again };
}

const limit = (untilMs: number) => new LimitedUntil(untilMs, "GitHub limits this installation");

describe("a rate limit", () => {
  it("is followed by another reconcile when it ends", () => {
    const { looked, alarms, again } = world();
    expect(again.takes(limit(61_000), "acme/product")).toBe(true);
    expect(alarms.map(({ ms }) => ms)).toEqual([60_000]);
    expect(looked).toEqual([]);
    alarms[0]?.ring();
    expect(looked).toEqual(["acme/product"]);
  });

  it("is awaited once, and longer if a later one is hit", () => {
    const { alarms, again } = world();
    again.takes(limit(61_000), "acme/product");
    again.takes(limit(61_000), "acme/product");
    expect(alarms).toHaveLength(1);
    again.takes(limit(121_000), "acme/product");
    expect(alarms.map(({ cancelled }) => cancelled)).toEqual([true, false]);
  });

  it("that is over already is followed by a reconcile at once", () => {
    const { alarms, again } = world();
    again.takes(limit(0), "acme/product");
    expect(alarms[0]?.ms).toBe(0);
  });

  it("ignores every other error, and leaves no timer behind", () => {
    const { alarms, again } = world();
    expect(again.takes(new Error("broken"), "acme/product")).toBe(false);
    again.takes(limit(61_000), "acme/product");
    again.stop();
    expect(alarms.every(({ cancelled }) => cancelled)).toBe(true);
  });
});
