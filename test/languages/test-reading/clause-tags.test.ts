import { describe, expect, it } from "vitest";
import { idsInTitle, tagsIn } from "../../../src/languages/test-reading/clause-tags.js";

const idsIn = (text: string) => tagsIn(text).map(({ clauseId }) => clauseId);

describe("a tag names", () => {
  it.each<[string, string[]]>([
    ["// @clause CL-TAG-001", ["CL-TAG-001"]],
    ["// @clause: CL-TAG-001", ["CL-TAG-001"]],
    ["// @clause CL-TAG-001: throws", ["CL-TAG-001"]],
    ["// @clause CL-TAG-001:throws", ["CL-TAG-001"]],
    ["/** @clause CL-TAG-001. */", ["CL-TAG-001"]],
    ["/** @clause CL-TAG-001*/", ["CL-TAG-001"]],
    ["// @clause(CL-TAG-001)", ["CL-TAG-001"]],
    ["// @clause (CL-TAG-001) lowers", ["CL-TAG-001"]],
    ["// @clause [CL-TAG-001]", ["CL-TAG-001"]],
    ['// @clause "CL-TAG-001"', ["CL-TAG-001"]],
    ["// @clause `CL-TAG-001`", ["CL-TAG-001"]],
    ["// [@clause CL-TAG-001]", ["CL-TAG-001"]],
    ["// @clause CL-TAG-001 CL-TAG-002", ["CL-TAG-001", "CL-TAG-002"]],
    ["// @clause CL-TAG-001,CL-TAG-002", ["CL-TAG-001", "CL-TAG-002"]],
    ["// @clause CL-TAG-001 and CL-TAG-002", ["CL-TAG-001", "CL-TAG-002"]],
    ["// @clause CL-TAG-001, CL-TAG-002, and CL-TAG-003", ["CL-TAG-001", "CL-TAG-002", "CL-TAG-003"]],
    ["// @clause CL-TAG-001 & CL-TAG-002.", ["CL-TAG-001", "CL-TAG-002"]],
    ["// @clause(CL-TAG-001, CL-TAG-002)", ["CL-TAG-001", "CL-TAG-002"]],
    ["// @clause CL-TAG-001 (CL-TAG-002)", ["CL-TAG-001", "CL-TAG-002"]],
    ["// @clause CL-TAG-001/CL-TAG-002", ["CL-TAG-001", "CL-TAG-002"]],
    ["// @clause CL-TAG-001 @clause CL-TAG-002", ["CL-TAG-001", "CL-TAG-002"]],
    ["// @clause CL-TAG-001: unlike CL-TAG-002", ["CL-TAG-001"]],
    ["// @clause CL-TAG-001\n// CL-TAG-002 is elsewhere", ["CL-TAG-001"]],
  ])("exactly the clauses that are meant: %s", (text, ids) => {
    expect(idsIn(text)).toEqual(ids);
  });

  it.each<[string, string[]]>([
    ["// @clause CL-happy-1", ["CL-happy-1"]],
    ["// @clause CL-TAG", ["CL-TAG"]],
    ["// @clause CL-TAG-001x", ["CL-TAG-001x"]],
    ["// @clause CL-TAG-001-2", ["CL-TAG-001-2"]],
    ["// @clause CL-TAG-001..003", ["CL-TAG-001..003"]],
    ["// @clause CL-TAG-OO1.", ["CL-TAG-OO1"]],
    ["// @clause cl-tag-001", ["cl-tag-001"]],
    ["// @clause CL_TAG_001", ["CL_TAG_001"]],
    ["// @clause CL–TAG–001", ["CL–TAG–001"]],
    ["// @clause CLTAG-001", ["CLTAG-001"]],
    ["// @clause KL-TAG-001", ["KL-TAG-001"]],
    ["// @clause TAG-001", ["TAG-001"]],
    ["// @clause CL001", ["CL001"]],
    ["// @clause CL-TAG-001, cl-tag-002", ["CL-TAG-001", "cl-tag-002"]],
    ["// @clause CL-TAG-001 and CL-TAG", ["CL-TAG-001", "CL-TAG"]],
    ["// @clause", [""]],
    ["/* @clause: */", [""]],
    ["  # @clause\nx = 1", [""]],
  ])("a mistake as it was made, for the gate to refuse: %s", (text, ids) => {
    expect(idsIn(text)).toEqual(ids);
  });

  it.each([
    "/** Every test carries a @clause tag. */",
    "// Each test needs its @clause.",
    "// Each test needs its @clause",
    "// Put '@clause' above a test",
    "// the @clause-tags are counted",
    "// write to legal@clause.example",
    "// @clauses CL-TAG-001",
  ])("nothing where people only speak of tags: %s", (text) => {
    expect(idsIn(text)).toEqual([]);
  });
});

describe("a text that was made to be slow to read", () => {
  it.each<[string, string, number]>([
    ["blanks after the word", `// @clause${" ".repeat(500_000)}x`, 0],
    ["blanks before it", `${" ".repeat(500_000)}@clause`, 1],
    ["stops after an id", `// @clause CL-TAG-001${".".repeat(500_000)}x`, 1],
    ["endless separators", `// @clause CL-TAG-001${" and".repeat(100_000)}`, 1],
  ])("is read at once: %s", (_, text, count) => {
    expect(tagsIn(text)).toHaveLength(count);
  });
});

describe("a title names its clauses", () => {
  it.each<[string, string[]]>([
    ["@clause CL-TAG-001: lowers", ["CL-TAG-001"]],
    ["lowers [@clause CL-TAG-001]", ["CL-TAG-001"]],
    ["CL-TAG-001: lowers, unlike CL-TAG-002", ["CL-TAG-001", "CL-TAG-002"]],
    ["@clause CL-TAG-001x: lowers", ["CL-TAG-001x"]],
    ["explains what a @clause is", []],
  ])("with the word or without: %s", (title, ids) => {
    expect(idsInTitle(title)).toEqual(ids);
  });
});
