import { describe, expect, it } from "vitest";
import { amendmentVagueness } from "../../../src/domain/debate/vague-amendment.js";

const ofDetail = (detail: string, target = "export:parseDate") => amendmentVagueness({ target, detail });
const ofTarget = (target: string) =>
  amendmentVagueness({ target, detail: "throw `RangeError` instead of returning null" });

describe("a vague detail", () => {
  it.each([
    "improve error handling",
    "Improve error handling in every place where an error could possibly be thrown",
    "please refactor the function so that it reads as a reader would expect it",
    "consider what happens when the list of entries is empty or very long",
    "Add better validation of whatever the caller passes to the function here",
    "handle the edge cases of the calendar that the tests do not mention",
    "add more tests for the things that the tests do not cover yet",
    "return something appropriate when the value cannot be read as a date",
    "return an empty list instead",
    "TBD",
    "",
    "improve `parseDate`",
    'clean up "parseDate"',
  ])("is %j", (detail) => {
    expect(ofDetail(detail)).toEqual([expect.stringMatching(/^detail: /)]);
  });

  it.each([
    "return an empty list instead of throwing when the input has no entries",
    "improve the message to `expected an ISO date`",
    "fix the bound: accept 80 characters",
    'say "the date is empty"',
    "rename to isoDate",
    "use max_length",
    "require start <= end",
    "cover CL-ERR-002",
    "move to src/dates/parse.ts",
  ])("is not %j", (detail) => {
    expect(ofDetail(detail)).toEqual([]);
  });

  it("has seven words or fewer, unless one is concrete", () => {
    expect(ofDetail("return an empty list instead of throwing")).toHaveLength(1);
    expect(ofDetail("return an empty list instead of throwing here")).toEqual([]);
  });
});

describe("a vague target", () => {
  it.each([
    "",
    "error handling",
    "parseDate",
    "the code:parseDate",
    "function:parseDate",
    "contract:",
    "test: ",
    "Contract:inputs",
  ])("is %j", (target) => {
    expect(ofTarget(target)).toEqual([expect.stringContaining("names no single element")]);
  });

  it.each([
    "file:src/*.ts",
    "test:all",
    "test:every test of errors",
    "contract:TBD",
    "file:everything",
    "test:any of them",
  ])("is %j, which names more than one element", (target) => {
    expect(ofTarget(target)).toEqual([expect.stringContaining("names more than one element")]);
  });

  it.each([
    "contract:inputs.title.constraints",
    "test:rejects all empty titles",
    "export:slugify",
    "example:Empty title",
    "file:src/a.ts",
  ])("is not %j", (target) => {
    expect(ofTarget(target)).toEqual([]);
  });

  it("is reported beside a vague detail", () => {
    expect(amendmentVagueness({ target: "code", detail: "improve it" })).toHaveLength(2);
  });
});
