import { describe, expect, it } from "vitest";
import {
  accumulateConventions,
  applicableConventions,
  Conventions,
  MAX_CONVENTIONS,
} from "../../../src/domain/budget/conventions.js";

const timeout = { name: "Timeouts", pattern: "every handler has a timeout", applies_to: "handlers/*.go" };
const known = [{ ...timeout, seen_in: ["T-a-b-c-001"] }];

describe("accumulateConventions", () => {
  it("adds a new pattern with its task", () => {
    expect(accumulateConventions([], [timeout], "T-a-b-c-001")).toEqual(known);
  });

  it("gives a known one another task and keeps its wording", () => {
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

  it("keeps a limited number: the least often seen is dropped, the oldest first, and a person's never", () => {
    const many = Array.from({ length: MAX_CONVENTIONS }, (_, n) => ({
      ...timeout,
      name: `habit ${n}`,
      seen_in: n === 0 ? [] : n === 1 ? ["T-a-b-c-001", "T-a-b-c-002"] : ["T-a-b-c-001"],
    }));
    const after = accumulateConventions(many, [timeout], "T-a-b-c-003");
    expect(after).toHaveLength(MAX_CONVENTIONS);
    const gone = many.filter(({ name }) => !after.some((kept) => kept.name === name));
    expect(gone.map(({ name }) => name)).toEqual(["habit 2"]);
    expect(after.at(-1)?.name).toBe("Timeouts");
    expect(accumulateConventions(after, [timeout], "T-a-b-c-003")).toEqual(after);
  });

  it("remembers twenty tasks of one, and a repetition of the last changes nothing", () => {
    const tasks = Array.from({ length: 30 }, (_, n) => `T-a-b-c-${String(n + 1).padStart(3, "0")}`);
    const seen = tasks.reduce((before, task) => accumulateConventions(before, [timeout], task), known);
    expect(seen[0]?.seen_in).toEqual(tasks.slice(0, 20));
  });

  it("does not change its arguments", () => {
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
  expect(Conventions.safeParse({ schema_version: 1, conventions: [timeout] }).success).toBe(true);
  expect(Conventions.safeParse({ schema_version: 1, conventions: [{ ...timeout, why: "x" }] }).success).toBe(false);
});
