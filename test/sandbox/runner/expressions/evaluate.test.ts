import { describe, expect, it } from "vitest";
import {
  conditionText,
  holds,
  interpolate,
  interpolateAll,
  resolveScalar,
} from "../../../../src/sandbox/runner/expressions/evaluate.js";
import type { Status } from "../../../../src/sandbox/runner/expressions/expression-scope.js";

const contexts = {
  github: { sha: "abc", event: { inputs: { n: 3 }, list: ["x", "y"] } },
  inputs: { flag: true, off: false, name: "Ada", count: 3, json: '{"a":[1,2]}', empty: "" },
  steps: { build: { outputs: { digest: "d1" }, outcome: "failure", conclusion: "success" } },
};

const value = (text: string) => {
  const result = interpolate(text, { contexts });
  return result.ok ? result.value : `refused: ${result.refusal.message}`;
};

describe("interpolation", () => {
  it.each([
    ["a ${{ github.sha }} b", "a abc b"],
    ["${{ inputs.flag }}", "true"],
    ["${{ inputs.count }}", "3"],
    ["${{ inputs.missing }}", ""],
    ["${{ github.nothing.at.all }}", ""],
    ["${{ STEPS.Build.outputs.DIGEST }}", "d1"],
    ["${{ format('{0}-{1}', inputs.name, 1) }}", "Ada-1"],
    ["${{ fromJSON(inputs.json).a[1] }}", "2"],
    ["${{ contains(github.event.list, 'y') }}", "true"],
    ["${{ contains('abc', 'd') }}", "false"],
    ["${{ startsWith('abc', 'AB') }}", "true"],
    ["${{ toJSON(github.event.list) }}", '[\n  "x",\n  "y"\n]'],
    ["${{ inputs.flag && 'yes' || 'no' }}", "yes"],
    ["${{ inputs.off && 'yes' || 'no' }}", "no"],
    ["${{ 1 == '1' }}", "true"],
  ])("%s is %j", (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it.each([
    ["${{ secrets.TOKEN }}", /Unrecognized named-value: 'secrets'/],
    ["${{ hashFiles('x') }}", /Unrecognized function: 'hashFiles'/],
    ["${{ always() }}", /Unrecognized function: 'always'/],
    ["${{ fromJSON('{') }}", /cannot be evaluated/],
    ["${{ }}", /not supported/],
    ["${{ 'open }}", /never closes/],
  ])("refuses %s", (text, words) => {
    expect(value(text)).toMatch(words);
  });

  it("does each value of a map, and the first refusal wins", () => {
    expect(interpolateAll({ A: "${{ github.sha }}", B: "b" }, { contexts })).toEqual({
      ok: true,
      value: { A: "abc", B: "b" },
    });
    expect(interpolateAll({ A: "${{ nope }}" }, { contexts }).ok).toBe(false);
  });
});

describe("a condition", () => {
  const TABLE: [string | undefined, boolean, boolean, boolean, boolean][] = [
    // condition, and whether it holds after success, failure, cancelled, skipped
    [undefined, true, false, false, false],
    ["", true, false, false, false],
    ["inputs.flag", true, false, false, false],
    ["${{ inputs.flag }}", true, false, false, false],
    ["inputs.off", false, false, false, false],
    ["true", true, false, false, false],
    ["false", false, false, false, false],
    ["inputs.empty", false, false, false, false],
    ["github.event", true, false, false, false],
    ["success()", true, false, false, false],
    ["failure()", false, true, false, false],
    ["cancelled()", false, false, true, false],
    ["always()", true, true, true, true],
    ["${{ ALWAYS() }}", true, true, true, true],
    ["!cancelled()", true, true, false, true],
    ["always() && inputs.off", false, false, false, false],
    ["failure() || inputs.flag", true, true, true, true],
    ["steps.build.outcome == 'failure'", true, false, false, false],
    // A string that only looks like a call is no status function.
    ["contains('always()', 'x') || 'always'", true, false, false, false],
  ];

  it.each(TABLE)("%s", (condition, ...expected) => {
    const statuses: Status[] = ["success", "failure", "cancelled", "skipped"];
    expect(statuses.map((status) => holds(condition, { contexts, status }))).toEqual(
      expected.map((answer) => ({ ok: true, value: answer })),
    );
  });

  it("says why it cannot be evaluated", () => {
    expect(holds("fromJSON('{')", { contexts, status: "success" })).toMatchObject({
      ok: false,
      refusal: { code: "expression-failed" },
    });
  });

  it.each([
    ["${{ a }}", "a"],
    [" ${{ a }} ", "a"],
    ["a", "a"],
    ["${{ a }} b", "${{ a }} b"],
    ["${{ a", "${{ a"],
  ])("of %j is %j", (text, expected) => {
    expect(conditionText(text)).toBe(expected);
  });
});

describe("a value or an expression for one", () => {
  it.each([
    [5, 5],
    [true, true],
    ["${{ inputs.count }}", 3],
    ["${{ inputs.flag }}", true],
    ["${{ inputs.name }}", "Ada"],
    ["${{ inputs.missing }}", ""],
  ])("%j is %j", (given, expected) => {
    expect(resolveScalar(given, { contexts })).toEqual({ ok: true, value: expected });
  });

  it("is refused when its expression is", () => {
    expect(resolveScalar("${{ nope }}", { contexts }).ok).toBe(false);
  });
});
