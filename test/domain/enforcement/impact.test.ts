import { describe, expect, it } from "vitest";
import { ImpactAnalysis, summariseImpact } from "../../../src/domain/enforcement/impact.js";

const impact: ImpactAnalysis = {
  files_affected: ["src/b.ts", "src/a.ts", "src/a.ts"],
  functions_affected: [
    {
      name: "checkHealth",
      file: "src/health.ts",
      callers: [
        { file: "src/b.ts", line: 10 },
        { file: "src/b.ts", line: 9 },
        { file: "src/a.ts", line: 3 },
        { file: "src/a.ts", line: 3 },
      ],
    },
    { name: "alpha", file: "src/health.ts", callers: [{ file: "src/a.ts", line: 1 }] },
  ],
  types_affected: [{ name: "Health", file: "src/health.ts", usages: [] }],
};

describe("summariseImpact", () => {
  it("lists what is used where, sorted, each place once", () => {
    expect(summariseImpact(impact)).toBe(
      [
        "## IMPACT ANALYSIS",
        "",
        "Functions in the files you modify:",
        "- alpha (src/health.ts) - called in 1 place: src/a.ts:1",
        "- checkHealth (src/health.ts) - called in 3 places: src/a.ts:3, src/b.ts:9, src/b.ts:10",
        "",
        "Files that import what you are modifying:",
        "- src/a.ts",
        "- src/b.ts",
        "",
        "What keeps its name, parameters and behaviour keeps these working; check those you change.",
      ].join("\n"),
    );
  });

  it("does not depend on the order in which things were found", () => {
    const reversed = {
      files_affected: impact.files_affected.toReversed(),
      functions_affected: impact.functions_affected
        .toReversed()
        .map((item) => ({ ...item, callers: item.callers.toReversed() })),
      types_affected: impact.types_affected.toReversed(),
    };
    expect(summariseImpact(reversed)).toBe(summariseImpact(impact));
  });

  it("shows ten places and counts the rest", () => {
    const callers = Array.from({ length: 13 }, (_, index) => ({ file: "src/a.ts", line: index + 1 }));
    const text = summariseImpact({ ...impact, functions_affected: [{ name: "f", file: "src/f.ts", callers }] });
    expect(text).toContain("called in 13 places: src/a.ts:1, ");
    expect(text).toContain("src/a.ts:10, and 3 more places\n");
    expect(text).not.toContain("src/a.ts:11");
  });

  it("says nothing when nothing is affected", () => {
    expect(summariseImpact({ files_affected: [], functions_affected: [], types_affected: [] })).toBe("");
  });

  it("is about valid analyses", () => {
    expect(ImpactAnalysis.safeParse(impact).success).toBe(true);
    expect(ImpactAnalysis.safeParse({ ...impact, summary: "written by hand" }).success).toBe(false);
  });
});
