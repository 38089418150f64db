import { describe, expect, it } from "vitest";
import { decideSize } from "../../../src/domain/budget/size-decision.js";
import { fitSops } from "../../../src/domain/budget/sop-fit.js";
import { aConfig } from "../../support/config.js";
import { aSop } from "../../support/sop.js";

const config = aConfig();
const noSops = fitSops([], config.sizing);

function decide({ files = 1, characters = 4, sopFit = noSops, changes = {} } = {}) {
  return decideSize({
    task: {
      files: Array.from({ length: files }, (_, index) => ({ path: `f${index}.ts`, characters })),
      description: "",
      acceptanceCriteria: [],
    },
    sopFit,
    window: { context_window: 200_000 },
    config: { ...config, ...changes },
  });
}

describe("the number of files", () => {
  it.each([
    [0, "fits"],
    [4, "fits"],
    [5, "decompose"],
    [10, "decompose"],
    [11, "block"],
  ])("%i: %s", (files, decision) => {
    expect(decide({ files }).decision).toBe(decision);
  });

  it("follows the configuration", () => {
    expect(decide({ files: 5, changes: { decompose_above_files: 5 } }).decision).toBe("fits");
    expect(decide({ files: 6, changes: { max_files: 5 } }).decision).toBe("block");
  });

  it.each([
    [5, "many-files", 4],
    [11, "too-many-files", 10],
  ])("%i gives the reason %s with its limit %i", (files, code, limit) => {
    expect(decide({ files }).reasons).toMatchObject([{ code, actual: files, limit }]);
  });
});

describe("the token budget", () => {
  it.each([
    [62_440, "fits"],
    [62_441, "decompose"],
    [500_000, "decompose"],
  ])("%i tokens: %s", (tokens, decision) => {
    expect(decide({ characters: tokens * 4 })).toMatchObject({ decision, tokens });
  });

  it("says how much would leave room to work", () => {
    expect(decide({ characters: 62_441 * 4 }).reasons).toMatchObject([
      { code: "over-token-budget", actual: 62_441, limit: 62_440 },
    ]);
  });
});

describe("standards that do not fit", () => {
  const tooMany = fitSops([aSop({ name: "long.md", body: "x".repeat(16_004) })], config.sizing);

  it("ask for a split and are named", () => {
    const { decision, reasons } = decide({ sopFit: tooMany });
    expect(decision).toBe("decompose");
    expect(reasons).toMatchObject([{ code: "sops-do-not-fit", actual: 4_001, limit: 4_000 }]);
    expect(reasons[0]?.message).toContain("long.md (4001)");
  });

  it("never soften a block", () => {
    expect(decide({ files: 11, sopFit: tooMany }).decision).toBe("block");
  });
});

it("the size of a task gives every reason at once", () => {
  const { reasons } = decide({ files: 5, characters: 100_000 });
  expect(reasons.map((reason) => reason.code)).toEqual(["many-files", "over-token-budget"]);
});
