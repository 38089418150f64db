import { describe, expect, it } from "vitest";
import {
  clauseCoverage,
  coverageMessage,
  judgeCoverage,
  judgeTags,
  judgeUntagged,
} from "../../../src/domain/contract/coverage.js";
import { aContract } from "../../support/contract.js";

const clauses = aContract().clauses.slice(0, 3);
const tag = (clauseId: string, line = 1) => ({ clauseId, file: "test/tag.test.ts", line });

describe("clause coverage", () => {
  it("counts every clause once, MUST or not", () => {
    const coverage = clauseCoverage(aContract().clauses, [tag("CL-HAPPY-001"), tag("CL-HAPPY-001", 9)]);
    expect(coverage).toMatchObject({ covered: 1, total: 6 });
    expect(coverage.uncoveredClauseIds).toContain("CL-AUDIT-001");
  });

  it("lists the tags that name no clause, with their place", () => {
    const coverage = clauseCoverage(clauses, [tag("CL-AUTH-999", 45), tag("CL-HAPPY-001")]);
    expect(coverage.invalidTags).toEqual([{ clauseId: "CL-AUTH-999", file: "test/tag.test.ts", line: 45 }]);
  });

  it.each([
    [["CL-HAPPY-001", "CL-INPUT-001"], "Coverage is 66.7% (2/3 clauses)"],
    [["CL-HAPPY-001", "CL-INPUT-001", "CL-INPUT-002"], "Coverage is 100% (3/3 clauses)"],
    [[], "Coverage is 0% (0/3 clauses)"],
  ])("says it in fixed words", (ids, message) => {
    expect(
      coverageMessage(
        clauseCoverage(
          clauses,
          ids.map((id) => tag(id)),
        ),
      ),
    ).toBe(message);
  });

  it("of nothing is nothing", () => {
    expect(coverageMessage(clauseCoverage([], []))).toBe("Coverage is 0% (0/0 clauses)");
  });

  it.each([
    ["STRICT", false, "FAILED"],
    ["CREATIVE", false, "WARNING"],
    ["STRICT", true, "PASSED"],
    ["CREATIVE", true, "PASSED"],
  ] as const)("in %s, complete %s, is %s", (mode, complete, expected) => {
    const tags = clauses.map(({ id }) => tag(id)).slice(complete ? 0 : 1);
    expect(judgeCoverage(clauseCoverage(clauses, tags), mode)).toBe(expected);
  });
});

describe("tags", () => {
  it("that name no clause fail in every mode", () => {
    expect(judgeTags(clauseCoverage(clauses, [tag("CL-HAPPY-001")]))).toBe("PASSED");
    expect(judgeTags(clauseCoverage(clauses, [tag("CL-HAPPY-001"), tag("CL-AUTH-999")]))).toBe("FAILED");
  });

  it.each([
    [0, "STRICT", "PASSED"],
    [0, "CREATIVE", "PASSED"],
    [1, "STRICT", "FAILED"],
    [1, "CREATIVE", "WARNING"],
  ] as const)("missing from %i tests in %s: %s", (count, mode, expected) => {
    expect(judgeUntagged(count, mode)).toBe(expected);
  });
});
