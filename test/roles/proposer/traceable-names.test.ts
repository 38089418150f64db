import { describe, expect, it } from "vitest";
import { traceableNames } from "../../../src/roles/proposer/traceable-names.js";

const text = 'describe("parse", () => { it("reads kilobytes", () => { expect(parse("1kb")).toBe(1024); }); });';
const assertions = [{ message: "The typings comment the new method." }];

describe("what a criterion is traced to", () => {
  it("is a test with or without its suite, or an assertion of the contract by its message", () => {
    expect(traceableNames({ path: "test/parse.test.ts", text }, assertions)).toEqual([
      "parse > reads kilobytes",
      "reads kilobytes",
      "The typings comment the new method.",
    ]);
  });

  it("is not judged where the tests cannot be read", () => {
    expect(traceableNames({ path: "test/parse.zig", text }, assertions)).toBeUndefined();
  });
});
