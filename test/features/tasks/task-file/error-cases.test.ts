import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Dimension, Prose } from "../../../../src/features/spec/criteria/text.js";
import { errorCasesFrom } from "../../../../src/features/tasks/task-file/error-cases.js";
import { hostileProse } from "../../../support/product-spec.js";

describe("error cases", () => {
  it.each([
    ["401 when the password is wrong", ["401 when the password is wrong"]],
    ["401 on a wrong password; 429 after five attempts;", ["401 on a wrong password", "429 after five attempts"]],
    [
      "- 401 on a wrong password\n* 429 after five\n\n+ 500\n• 501\n1. 502\n2) 503",
      ["401 on a wrong password", "429 after five", "500", "501", "502", "503"],
    ],
    ["fails on `a;b`; 404", ["fails on `a;b`", "404"]],
    ["404, e.g. for id 7. Never 500.", ["404, e.g. for id 7. Never 500."]],
    ["1.5 seconds without an answer", ["1.5 seconds without an answer"]],
    ["none: total function", ["none: total function"]],
  ])("of %j are %j", (surfaces, cases) => {
    expect(errorCasesFrom(surfaces)).toEqual(cases);
  });

  it("stay one where a statement alone would say nothing", () => {
    expect(errorCasesFrom("unknown; 404 for a missing id")).toEqual(["unknown; 404 for a missing id"]);
    expect(errorCasesFrom('prints "a; TODO" and stops')).toEqual(['prints "a; TODO" and stops']);
  });

  it("can always be written into a task file", () => {
    fc.assert(
      fc.property(
        hostileProse.filter((text) => Dimension.safeParse(text).success),
        (surfaces) => {
          const cases = errorCasesFrom(surfaces);
          expect(cases.length).toBeGreaterThan(0);
          expect(cases.every((text) => Prose.safeParse(text).success)).toBe(true);
        },
      ),
    );
  });
});
