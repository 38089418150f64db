import { describe, expect, it } from "vitest";
import { fenceUntrusted } from "../../../src/context/fence-untrusted.js";
import { steadyText } from "../../../src/model/recordings/steady-text.js";

describe("the steady part of a text", () => {
  it.each([
    ["an instant", "at 2026-01-31T12:00:00Z", "at 2027-02-28T01:02:03.456Z"],
    ["a git object", `head ${"a".repeat(40)}`, `head ${"b1".repeat(20)}`],
    ["an artifact's id", "PROP-1a2b3c4d said", "PROP-ffffffff said"],
  ])("does not depend on %s", (_, one, other) => {
    expect(steadyText("task-file", one)).toBe(steadyText("task-file", other));
  });

  it.each([
    ["milliseconds", "passed in 12ms", "passed in 7.5 ms"],
    ["seconds", "Duration 1.2s", "Duration 31s"],
  ])("does not depend on how many %s a gate took", (_, one, other) => {
    expect(steadyText("gate-results", one)).toBe(steadyText("gate-results", other));
  });

  it("does not depend on how near a shipped module is, to the last digit", () => {
    const found = (score: string) =>
      steadyText("code-index-results", `MM-0001@1.0.0 Tag (SHIPPED, similarity ${score})`);
    expect(found("0.88")).toBe(found("0.87"));
  });

  it("does not depend on the boundary of a fence, only on what is inside", () => {
    const fenced = (text: string, boundary: string) =>
      steadyText("product-request", fenceUntrusted(text, { label: "SPEC.md", boundary, maxCharacters: 100 }));
    expect(fenced("Add.", "4f1c")).toBe(fenced("Add.", "99aa"));
    expect(fenced("Add.", "4f1c")).not.toBe(fenced("Subtract.", "4f1c"));
  });

  it.each([
    ["a task", "T-core-sum-add-001", "T-core-sum-add-002"],
    ["a module", "MM-0001@1.0.0", "MM-0001@1.0.1"],
    ["a clause", "CL-INPUT-001", "CL-INPUT-002"],
    ["a fingerprint", "a".repeat(64), "b".repeat(64)],
    ["a date", "due 2026-01-31", "due 2026-02-28"],
    ["a duration that is asked for", "Give up after 30 s", "Give up after 60 s"],
    ["a number", "12 minutes", "13 minutes"],
    ["the kind of an artifact", "PROP-1a2b3c4d", "CHAL-1a2b3c4d"],
  ])("depends on %s", (_, one, other) => {
    expect(steadyText("task-file", one)).not.toBe(steadyText("task-file", other));
  });
});
