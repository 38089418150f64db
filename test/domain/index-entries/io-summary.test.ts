import { describe, expect, it } from "vitest";
import { PURE, TOTAL } from "../../../src/domain/contract/dimensions.js";
import { IoSummary, summarizeInterface, typeInLine } from "../../../src/domain/index-entries/io-summary.js";
import { aContract, complaints } from "../../support/contract.js";

describe("the summary of an interface", () => {
  it("keeps the words for none", () => {
    const summary = summarizeInterface(aContract({ effects: PURE, error_surfaces: TOTAL }));
    expect(summary).toMatchObject({ effects: [PURE], error_surfaces: [TOTAL] });
    expect(complaints(IoSummary, summary)).toEqual([]);
  });

  it.each([
    [{ sync: true, async: false }, ["sync"]],
    [{ sync: false, async: true }, ["async"]],
    [{ sync: true, async: true }, ["sync", "async"]],
  ])("names the modes %j as %j", (modes, lines) => {
    expect(summarizeInterface(aContract({ modes: { ...modes, notes: "as called" } })).modes).toEqual(lines);
  });

  it.each([
    ["raw: string", "string"],
    ["limit?: number where at least 1; whole", "number"],
    ["value: string | null", "string | null"],
    ["call: (a: string) => void where pure", "(a: string) => void"],
  ])("has the type of %j", (line, type) => {
    expect(typeInLine(line)).toBe(type);
  });

  it("says nothing with an empty list", () => {
    expect(complaints(IoSummary, { ...summarizeInterface(aContract()), modes: [] }).join()).toContain("modes");
  });
});
