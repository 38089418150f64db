import { describe, expect, it } from "vitest";
import { accumulateConventions, applicableConventions, Conventions } from "../../../src/domain/budget/conventions.js";

const timeout = { name: "Timeouts", pattern: "every handler has a timeout", applies_to: "handlers/*.go" };
const known = [{ ...timeout, seen_in: ["T-a-b-c-001"] }];

describe("accumulateConventions", () => {
  it("adds a new pattern with its witness", () => {
    expect(accumulateConventions([], [timeout], "T-a-b-c-001")).toEqual(known);
  });

  it("gives a known one another witness and keeps its wording", () => {
    const again = { ...timeout, name: "timeouts ", pattern: "reworded" };
    expect(accumulateConventions(known, [again], "T-a-b-c-002")).toEqual([
      { ...timeout, seen_in: ["T-a-b-c-001", "T-a-b-c-002"] },
    ]);
  });

  it("counts a task once", () => {
    expect(accumulateConventions(known, [timeout, timeout], "T-a-b-c-001")).toEqual(known);
  });

  it("keeps the same name for other files apart", () => {
    expect(accumulateConventions(known, [{ ...timeout, applies_to: "jobs/*.go" }], "T-a-b-c-002")).toHaveLength(2);
  });

  it("leaves its arguments alone", () => {
    const before = structuredClone(known);
    accumulateConventions(known, [timeout], "T-a-b-c-009");
    expect(known).toEqual(before);
  });
});

describe("applicableConventions", () => {
  const often = { ...timeout, name: "often", applies_to: "*.go", seen_in: ["T-a-b-c-001", "T-a-b-c-002"] };

  it("are those for the files, the most often seen first", () => {
    const names = (files: string[]) => applicableConventions([...known, often], files).map(({ name }) => name);
    expect(names(["handlers/a.go"])).toEqual(["often", "Timeouts"]);
    expect(names(["cmd/a.go"])).toEqual(["often"]);
    expect(names(["README.md", "cmd/a.go"])).toEqual(["often"]);
    expect(names(["a.ts"])).toEqual([]);
  });
});

it("the file is strict and versioned", () => {
  expect(Conventions.safeParse({ schema_version: 1, conventions: known }).success).toBe(true);
  expect(Conventions.safeParse({ schema_version: 2, conventions: [] }).success).toBe(false);
  expect(Conventions.safeParse({ schema_version: 1, conventions: [{ ...timeout, seen_in: [] }] }).success).toBe(false);
});
