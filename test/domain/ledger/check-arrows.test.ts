import { describe, expect, it } from "vitest";
import { checkArrows } from "../../../src/domain/ledger/check-arrows.js";
import { Scope } from "../../../src/domain/ledger/scope.js";

const TASKS = [
  { task_id: "TSK-001", acceptance_criteria: ["returns 1", "returns 2"] },
  { task_id: "TSK-002", acceptance_criteria: ["rejects 3"] },
];
const all = [
  { task: "TSK-001", criteria: [1, 2] },
  { task: "TSK-002", criteria: [1] },
];
const problemsOf = (scope: object) => {
  const outcome = checkArrows(Scope.parse(scope), TASKS);
  return outcome.ok ? [] : outcome.refusal.details?.problems;
};

describe("the arrows of a scope", () => {
  it("hold where each leads to a criterion and each criterion rests on something", () => {
    const assumptions = [{ text: "3 is too many.", held_by: all.slice(1) }];
    expect(
      problemsOf({ requirements: [{ quote: "a", kind: "limit", held_by: all.slice(0, 1) }], assumptions }),
    ).toEqual([]);
  });

  it.each([
    [
      "an unknown task",
      { task: "TSK-009", criteria: [1] },
      'the requirement "b" is held by TSK-009, which is no task of this spec',
    ],
    [
      "an unknown criterion",
      { task: "TSK-002", criteria: [2] },
      'the requirement "b" names criterion 2 of TSK-002, which has 1',
    ],
  ])("are refused with %s", (_, held, problem) => {
    const requirements = [
      { quote: "a", kind: "limit", held_by: all },
      { quote: "b", kind: "limit", held_by: [held] },
    ];
    expect(problemsOf({ requirements })).toEqual([problem]);
  });

  it("are refused with a requirement without a task", () => {
    const requirements = [
      { quote: "a", kind: "limit", held_by: all },
      { quote: "b", kind: "error" },
    ];
    expect(problemsOf({ requirements })).toEqual(['the requirement "b" is held by no task']);
  });

  it("let a stated reason stand for the test of an exclusion, and of nothing that a test can show", () => {
    const why = (kind: string) => ({
      requirements: [
        { quote: "a", kind: "limit", held_by: all },
        { quote: "b", kind, no_test: "the code cannot show it" },
      ],
    });
    expect(problemsOf(why("exclusion"))).toEqual([]);
    expect(problemsOf(why("error"))).toEqual([
      'the requirement "b" is of kind error: a test can show it, so no_test does not stand for one',
    ]);
  });

  it("are refused with a criterion that rests on nothing", () => {
    expect(problemsOf({ requirements: [{ quote: "a", kind: "limit", held_by: all.slice(0, 1) }] })).toEqual([
      'criterion 1 of TSK-002 ("rejects 3") rests on no requirement and no assumption',
    ]);
  });
});
