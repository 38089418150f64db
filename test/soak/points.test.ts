import { describe, expect, it } from "vitest";
import { type Moment, strikesAtSteps } from "../support/crashing-app.js";
import { everyPoint, inTellings, pointText, readPoint } from "./points.js";

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

  it.each([1, 2, 4, 100])("are all told, each once, %i together and far from each other", (together) => {
    const points = everyPoint(6, 1);
    const tellings = inTellings(points, together);
    expect(
      tellings
        .flat()
        .map((point) => pointText("task", point))
        .toSorted(),
    ).toEqual(points.map((point) => pointText("task", point)).toSorted());
    for (const telling of tellings) expect(telling.length).toBeLessThanOrEqual(together);
    if (together === 4) expect(tellings[0]?.map(({ at }) => at)).toEqual([1, 2, 4, 5]);
  });

  it("are replayed by the word that a failure names", () => {
    const text = pointText("branch", { at: 17, moment: "after" });
    expect(readPoint(text, RACES)).toEqual({ race: "branch", point: { at: 17, moment: "after" } });
  });

  it.each(["branch", "branch:during:1", "branch:after:0", "nothing:after:1"])("are not %s", (text) => {
    expect(() => readPoint(text, RACES)).toThrow("--point takes");
  });
});

describe("the persisted steps of a story", () => {
  type Seen = Parameters<ReturnType<typeof strikesAtSteps>>[1];
  const commit = (headline: string) =>
    ({ body: Buffer.from(JSON.stringify({ branchName: "factory/state", headline })) }) as Seen;
  const asked = commit("factory: question-asked");
  const planned = commit("factory: plan-made");
  const other = { body: Buffer.from('{"branchName":"factory/T-a"}') } as Seen;

  it.each<[Moment, string, readonly Seen[], readonly (Moment | null)[]]>([
    ["before", "each, and its repetition passes", [planned, planned, planned], ["before", null, "before"]],
    ["after", "each", [planned, planned], ["after", "after"]],
    [
      "after",
      "a question once, however often it is put",
      [asked, asked, planned, asked],
      ["after", null, "after", "after"],
    ],
    ["before", "a question like any other", [asked, asked, planned], ["before", null, "before"]],
    [
      "before",
      "a step once, however often its question is put for it",
      [planned, asked, planned, planned],
      ["before", null, null, "before"],
    ],
    ["after", "nothing else", [other], [null]],
  ])("are struck %s: %s", (moment, _what, seen, expected) => {
    const strike = strikesAtSteps(moment);
    expect(seen.map((one) => strike(1, one))).toEqual(expected);
  });
});
