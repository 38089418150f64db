import { describe, expect, it } from "vitest";
import { difference } from "../../../../src/domain/contract/difference.js";
import type { Dimensions } from "../../../../src/domain/contract/dimensions.js";
import { describeDifferences } from "../../../../src/features/halts/escalation/dimension-differences.js";

describe("the words for a fingerprint mismatch", () => {
  const dimensions: Dimensions = {
    inputs: [{ name: "title", type: "string", constraints: [] }],
    outputs: [{ name: "slug", type: "string", invariants: [] }],
    error_surfaces: "none: total",
    effects: "none: pure",
    modes: { sync: true, async: false, notes: "plain call" },
  };

  it("name each dimension that diverged, and how", () => {
    const actual: Dimensions = {
      ...dimensions,
      inputs: [{ name: "text", type: "string", constraints: [] }],
      outputs: [{ name: "slug", type: "Slug", invariants: ["lower case"] }],
      modes: { ...dimensions.modes, async: true },
    };
    expect(describeDifferences(difference(dimensions, actual))).toEqual([
      { dimension: "inputs", difference: "added text; removed title" },
      { dimension: "outputs", difference: "changed slug (invariants, type)" },
      { dimension: "modes", difference: "changed async (value)" },
    ]);
  });

  it("say nothing about equal interfaces", () => {
    expect(describeDifferences(difference(dimensions, dimensions))).toEqual([]);
  });

  it("tell moved items", () => {
    const two = [...dimensions.inputs, { name: "locale", type: "string", constraints: [] }];
    expect(
      describeDifferences(difference({ ...dimensions, inputs: two }, { ...dimensions, inputs: two.toReversed() })),
    ).toEqual([{ dimension: "inputs", difference: "moved locale, title" }]);
  });
});
