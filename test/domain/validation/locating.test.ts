import { describe, expect, it } from "vitest";
import { judgeMerge, type Locating, locationWords } from "../../../src/domain/validation/locating.js";
import { results } from "../../support/test-baseline.js";

const sha = (digit: string) => digit.repeat(40);
const MERGES: Locating["merges"] = [
  { sha: sha("1"), task: "T-a" },
  { sha: sha("2"), task: "T-b" },
  { sha: sha("3"), task: null },
];
const suite = (first: Parameters<typeof results>[0], again: Parameters<typeof results>[0] = {}) => ({
  command: "test",
  results: results(first),
  rerun: results(again),
});

describe("whether a merge has the regression already", () => {
  const tests = [
    { name: "adds", now: "failing" },
    { name: "gone", now: "gone" },
  ] as const;

  it.each([
    ["good when the tests are there and pass", suite({ adds: "passed", gone: "passed" }), "good"],
    ["bad when one fails", suite({ adds: "failed", gone: "passed" }), "bad"],
    ["good when it passed on the re-run", suite({ adds: "failed", gone: "passed" }, { adds: "passed" }), "good"],
    ["bad when one is gone", suite({ adds: "passed" }), "bad"],
    ["bad when one is skipped", suite({ adds: "passed", gone: "skipped" }), "bad"],
    ["good when the failing one was only added later", suite({ gone: "passed" }), "good"],
    ["good when another test fails", suite({ other: "failed", gone: "passed" }), "good"],
  ] as const)("is %s", (_, reported, verdict) => {
    expect(judgeMerge(tests, reported)).toBe(verdict);
  });
});

describe("what is said about where a regression came from", () => {
  it.each<[string, Locating["verdicts"], RegExp]>([
    [
      "the task",
      [
        { sha: sha("1"), verdict: "good" },
        { sha: sha("2"), verdict: "bad" },
      ],
      /^It came with T-b \(2222222\), found by running 2 of the merges again$/,
    ],
    [
      "the commit by hand after the last task",
      [{ sha: sha("2"), verdict: "good" }],
      /^It came with a commit by hand, up to 3333333, found by running one of the merges again$/,
    ],
    [
      "those that could not be told apart",
      [
        { sha: sha("1"), verdict: "good" },
        { sha: sha("2"), verdict: "untestable" },
      ],
      /^It came with one of T-b \(2222222\), a commit by hand/,
    ],
  ])("names %s", (_, verdicts, words) => {
    expect(locationWords({ merges: MERGES, verdicts })).toMatch(words);
  });

  it("needs no run when only one thing changed", () => {
    const words = locationWords({ merges: MERGES.slice(0, 1), verdicts: [] });
    expect(words).toBe("It came with T-a (1111111), the only change since the last good full run");
  });
});
