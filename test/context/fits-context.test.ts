import { describe, expect, it } from "vitest";
import { type FitQuestion, fitsContext } from "../../src/context/fits-context.js";
import { Config } from "../../src/domain/config/config.js";
import { aSop } from "../support/sop.js";
import { head } from "../support/workspace.js";

const file = (path: string) => ({ path, action: "MODIFY" as const, reason: "x" });
const entry = (path: string, size: number) => ({ path, size, blob: head, mode: "100644" });
const ask = (changes: Partial<FitQuestion> = {}) =>
  fitsContext({
    role: "proposer",
    files: [file("a.go")],
    entries: [entry("a.go", 400)],
    binaries: new Set(),
    description: "d".repeat(40),
    acceptanceCriteria: ["c".repeat(40)],
    sops: [],
    config: Config.parse({}),
    ...changes,
  });
const codes = (changes: Partial<FitQuestion>) => ask(changes).reasons.map(({ code }) => code);
const unpriced = Config.parse({ models: { proposer: { name: "unknown-model" } } });

describe("the budget before a task", () => {
  it("counts files, description and criteria at four characters a token", () => {
    expect(ask()).toEqual({ decision: "fits", tokens: 120, tokenLimit: 334_440, files: 1, reasons: [] });
  });

  it("counts a file that is not text by its name, whatever it is called", () => {
    expect(ask({ entries: [entry("a.go", 4_000_000)], binaries: new Set(["a.go"]) }).tokens).toBe(120);
  });

  it("counts a file that is to be created as nothing yet, and others of the tree not at all", () => {
    expect(ask({ files: [file("new.go")] }).tokens).toBe(20);
  });

  it.each([
    [62_440 - 20, "fits"],
    [62_440 - 19, "decompose"],
  ])("of %i tokens in the assumed window of 200,000 says %s: 40 % of 156,100", (tokens, decision) => {
    expect(ask({ config: unpriced, entries: [entry("a.go", tokens * 4)] }).decision).toBe(decision);
  });

  it("looks at the window of the model that plays the role", () => {
    const entries = [entry("a.go", 100_000 * 4)];
    expect(codes({ entries })).toEqual([]);
    expect(codes({ entries, role: "judge" })).toEqual(["over-token-budget"]);
  });

  it.each([
    [4, []],
    [5, ["many-files"]],
    [10, ["many-files"]],
    [11, ["too-many-files"]],
  ])("of %i files says %j", (count, expected) => {
    const files = Array.from({ length: count }, (_, n) => file(`${n}.ts`));
    expect(codes({ files })).toEqual(expected);
  });

  it("asks for a split when the standards that apply do not fit, and only those count", () => {
    const fits = aSop({ body: "x".repeat(16_000) });
    expect(codes({ sops: [fits] })).toEqual([]);
    expect(codes({ sops: [fits, aSop({ name: "more.md", body: "x", severity: "info" })] })).toEqual([
      "sops-do-not-fit",
    ]);
    expect(codes({ sops: [fits, aSop({ applies_to: "*.py" })] })).toEqual([]);
  });
});
