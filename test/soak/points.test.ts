import { describe, expect, it } from "vitest";
import { type Moment, mostSteps, strikesAtSteps } from "../support/crashing-app.js";
import { everyPoint, pointText, readPoint } from "./points.js";

const RACES = ["edit", "branch"];

describe("the moments of a race", () => {
  it.each([0, 1, 3, 8])("are all of them, each once, whatever the seed (%i)", (seed) => {
    const points = everyPoint(3, seed).map((point) => pointText("branch", point));
    expect(points.toSorted()).toEqual(
      [1, 2, 3].flatMap((at) => [`branch:before:${at}`, `branch:after:${at}`]).toSorted(),
    );
  });

  it("begin where the seed says", () => {
    expect(everyPoint(5, 4)[0]).toEqual({ at: 4, moment: "before" });
  });

  it("are replayed by the word that a failure names", () => {
    const text = pointText("branch", { at: 17, moment: "after" });
    expect(readPoint(text, RACES)).toEqual({ race: "branch", point: { at: 17, moment: "after" } });
  });

  it.each(["branch", "branch:during:1", "branch:after:0", "nothing:after:1"])("are not %s", (text) => {
    expect(() => readPoint(text, RACES)).toThrow("--point takes");
  });
});

describe("the persisted steps that one run strikes at", () => {
  const STEPS = Array.from({ length: 12 }, (_, step) => step);
  const commit = { body: Buffer.from('{"branchName":"factory/state"}') } as Parameters<
    ReturnType<typeof strikesAtSteps>
  >[1];

  it.each([0, 1, 2, 7])("are all of them, before or after, and every second one on both sides (seed %i)", (seed) => {
    const sides = STEPS.map(
      (step) => (["before", "after"] as const).filter((side) => mostSteps(side, seed)(step)).length,
    );
    expect(sides.toSorted()).toEqual([...Array(6).fill(1), ...Array(6).fill(2)]);
  });

  /** Which of the commits that reach GitHub are struck; one that is struck down before is made again. */
  const struckBy = (moment: Moment, isChosen: (step: number) => boolean) => {
    const strike = strikesAtSteps(moment, isChosen);
    return STEPS.filter(() => {
      const struck = strike(1, commit);
      if (struck === "before") expect(strike(1, commit)).toBeNull();
      return struck === moment;
    });
  };

  it.each(["before", "after"] as const)("are struck %s, each once", (moment) => {
    expect(struckBy(moment, () => true)).toEqual(STEPS);
    expect(struckBy(moment, (step) => step % 3 === 0)).toEqual([0, 3, 6, 9]);
  });
});
