import { describe, expect, it } from "vitest";
import { draw } from "../../../src/sandbox/faults/draw.js";
import { raceEdits } from "../../support/attack/edit-race.js";
import { raceSpec, raceTask } from "../../support/attack/races.js";
import type { Point } from "../../support/attack/strike.js";

/** Another seed strikes at other moments: `RACE_SEED=7`. `npm run soak -- races` strikes at all of them. */
const SEED = Number(process.env.RACE_SEED ?? 1);
const BEFORE_MERGE: Point = { at: "merge", moment: "before" };
const somewhere = (what: string, upTo: number): Point => ({
  at: 1 + Math.floor(draw(SEED, what, 0) * upTo),
  moment: draw(SEED, what, 1) < 0.5 ? "before" : "after",
});

describe(`a push between a verdict and its merge (seed ${SEED})`, () => {
  it.each([BEFORE_MERGE, somewhere("spec", 20)])(
    "brings nothing to the default branch with an approved spec: $moment request $at",
    async (point) => {
      const { struck, smuggled, end } = await raceSpec(point);
      expect(struck).not.toBeNull();
      expect(smuggled).toEqual([]);
      expect(["held", "merged"]).toContain(end);
      if (point.at === "merge") expect(end).toBe("held");
    },
  );

  it.each([BEFORE_MERGE, somewhere("branch", 120)])(
    "brings nothing to the default branch with a judged task: $moment request $at",
    async (point) => {
      const { struck, smuggled, end } = await raceTask(point, "branch");
      expect(struck).not.toBeNull();
      expect(smuggled).toEqual([]);
      if (point.at === "merge") expect(end).toBe("HALTED");
    },
  );

  it("under a task is judged with it, or the task halts", async () => {
    const { struck, smuggled, end } = await raceTask(BEFORE_MERGE, "base");
    expect(struck).not.toBeNull();
    expect(smuggled).toEqual([]);
    expect(end).toBe("HALTED");
  });
});

describe("a comment that becomes another command while it is obeyed", () => {
  const moments = [1, 3, 5, 6].flatMap((at): Point[] => [
    { at, moment: "before" },
    { at, moment: "after" },
  ]);

  it("is done as it was first read or not at all, and never as it was edited", async () => {
    const seen = await raceEdits(moments, "edit");
    expect(seen.filter(({ struck }) => struck === null)).toEqual([]);
    expect(new Set(seen.map(({ outcome }) => outcome))).toEqual(new Set(["obeyed", "refused"]));
  });

  it("is done as it was first read or not at all when it is deleted", async () => {
    const seen = await raceEdits(moments.slice(0, 4), "delete");
    expect(seen.filter(({ struck }) => struck === null)).toEqual([]);
    expect(seen.map(({ outcome }) => outcome)).not.toContain("refused");
  });
});
