import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createConcurrencyGroups, type Place } from "../../../src/sandbox/runner/concurrency-groups.js";

/** Whether a place has had its turn, asked after everything that is due has happened. */
const hasTurn = async (place: Place): Promise<boolean> => {
  let had = false;
  void place.turn.then(() => {
    had = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return had;
};

const enter = (groups: ReturnType<typeof createConcurrencyGroups>, group = "g", cancelInProgress = false) => {
  const cancel = vi.fn();
  return { ...groups.enter({ group, cancelInProgress, cancel }), cancel };
};

describe("a concurrency group", () => {
  it("lets the first one go at once", async () => {
    const first = enter(createConcurrencyGroups());
    expect(first.isFirst).toBe(true);
    expect(await hasTurn(first)).toBe(true);
  });

  it("makes the second wait until the first leaves", async () => {
    const groups = createConcurrencyGroups();
    const first = enter(groups);
    const second = enter(groups);
    expect(second.isFirst).toBe(false);
    expect(await hasTurn(second)).toBe(false);
    expect(first.cancel).not.toHaveBeenCalled();
    first.leave();
    expect(await hasTurn(second)).toBe(true);
  });

  it("keeps one waiting: a newer one cancels it and takes its place", async () => {
    const groups = createConcurrencyGroups();
    const first = enter(groups);
    const second = enter(groups);
    const third = enter(groups);
    expect(second.cancel).toHaveBeenCalledOnce();
    expect(third.cancel).not.toHaveBeenCalled();
    second.leave();
    first.leave();
    expect(await hasTurn(second)).toBe(false);
    expect(await hasTurn(third)).toBe(true);
  });

  it("cancels the one that runs when asked to", () => {
    const groups = createConcurrencyGroups();
    const first = enter(groups);
    enter(groups, "g", true);
    expect(first.cancel).toHaveBeenCalledOnce();
  });

  it("forgets one that left while it waited", async () => {
    const groups = createConcurrencyGroups();
    const first = enter(groups);
    enter(groups).leave();
    first.leave();
    expect(enter(groups).isFirst).toBe(true);
  });

  it("does not tell upper from lower case, but one group from another", () => {
    const groups = createConcurrencyGroups();
    enter(groups, "Gates");
    expect(enter(groups, "gates").isFirst).toBe(false);
    expect(enter(groups, "other").isFirst).toBe(true);
  });

  it("is not disturbed by someone who leaves twice", async () => {
    const groups = createConcurrencyGroups();
    const first = enter(groups);
    const second = enter(groups);
    first.leave();
    first.leave();
    expect(enter(groups).isFirst).toBe(false);
    expect(await hasTurn(second)).toBe(true);
  });

  it("never has two runs going, whatever the order of coming and leaving", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.constant("enter"), fc.nat(20)), { maxLength: 40 }), async (moves) => {
        const groups = createConcurrencyGroups();
        const places: Place[] = [];
        const left = new Set<number>();
        for (const move of moves) {
          if (move === "enter") places.push(enter(groups));
          else if (move < places.length) {
            places[move]?.leave();
            left.add(move);
          }
          const going = await Promise.all(
            places.map(async (place, index) => !left.has(index) && (await hasTurn(place))),
          );
          expect(going.filter(Boolean).length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 40 },
    );
  });
});
