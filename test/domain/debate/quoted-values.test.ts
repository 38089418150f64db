import { describe, expect, it } from "vitest";
import { namesValue, quotedValues } from "../../../src/domain/debate/quoted-values.js";
import { unshownValues } from "../../../src/domain/debate/unshown-values.js";

describe("the quoted values of a criterion", () => {
  it.each([
    ["accepts `_x1 >= 1e3` and `a`", ["_x1 >= 1e3"]],
    ['gives "1 kb" or “2 kb” for `parse("1   kb")`', ["1 kb", "2 kb", 'parse("1   kb")']],
    ["twice `ab`, `ab`", ["ab"]],
    ["nothing that is quoted", []],
  ])("of %j", (text, values) => {
    expect(quotedValues(text).sort()).toEqual([...values].sort());
  });

  it.each([
    ["word for word", "const texts = ['_x1 >= 1e3'];", "_x1 >= 1e3", true],
    ["with its runs of spaces", 'parse("1 kb")', 'parse("1   kb")', false],
    ["in other quotation marks and lines", "parse(\n  '1   kb',\n)", 'parse("1   kb")', true],
    ["as a literal spells it", 'run("{\\"a\\": 1}")', '{"a": 1}', true],
    ["and not in part", "_x1 > 1e3", "_x1 >= 1e3", false],
    ["and not a word in other white space", "hello  world", "hello world", false],
  ])("are found %s", (_how, code, value, found) => {
    expect(namesValue(code, value)).toBe(found);
  });

  const facts = {
    acceptanceCriteria: ["accepts `_x1 >= 1e3` and `a < b`", "returns `null`"],
    taskText: "Fails with `MISSING_COLUMN` or `BAD_STEP`.",
    tests: ['check("a < b"); expect(x).toBe(null); // null'],
    promises: "error_surfaces: BAD_STEP",
  };

  it("are listed by criterion where no test has them, and by the task where nothing promises them", () => {
    expect(unshownValues(facts)).toEqual({
      criteria: [{ criterion: "accepts `_x1 >= 1e3` and `a < b`", values: ["_x1 >= 1e3"] }],
      task: ["MISSING_COLUMN"],
    });
  });

  it("are not listed where a support file has them", () => {
    expect(unshownValues({ ...facts, tests: [...facts.tests, "_x1 >= 1e3", "MISSING_COLUMN"] })).toEqual({
      criteria: [],
      task: [],
    });
  });
});
