import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CodeIndexQuery, searchCandidates, topResults } from "../../../src/domain/index-entries/search-filter.js";
import { anEntry } from "../../support/code-index.js";
import { complaints } from "../../support/contract.js";

const summary = anEntry().io_summary;
const text = anEntry({ tags: ["text", "tags"] });
const math = anEntry({
  module_id: "MM-0002",
  tags: ["math"],
  io_summary: { ...summary, inputs: ["a: number", "b: number where not zero"], outputs: ["sum: number"] },
});
const old = anEntry({ module_id: "MM-0003", status: "DEPRECATED", notes: "old" });
const superseded = anEntry({ module_id: "MM-0004", status: "SUPERSEDED", superseded_by: "MM-0001@1.0.0" });
const entries = [text, math, old, superseded];

const search = (given: object) =>
  searchCandidates(entries, CodeIndexQuery.parse({ query: "add numbers", ...given })).map(({ module_id }) => module_id);

describe("a query", () => {
  it("has defaults for everything but its words", () => {
    expect(CodeIndexQuery.parse({ query: "add" })).toEqual({
      query: "add",
      tags: [],
      input_types: [],
      output_types: [],
      include_inactive: false,
      top_k: 10,
    });
  });

  it.each([{ query: "" }, { query: "add", top_k: 0 }, { query: "add", top_k: 1.5 }, { query: "add", limit: 3 }])(
    "is not %j",
    (query) => {
      expect(complaints(CodeIndexQuery, query).length).toBeGreaterThan(0);
    },
  );
});

describe("the candidates of a search", () => {
  it.each([
    [{}, ["MM-0001", "MM-0002"]],
    [{ tags: ["math"] }, ["MM-0002"]],
    [{ tags: ["MATH ", "text"] }, ["MM-0001", "MM-0002"]],
    [{ tags: ["mathematics"] }, []],
    [{ input_types: ["number"] }, ["MM-0002"]],
    [{ output_types: ["string"] }, ["MM-0001"]],
    [{ tags: ["math"], output_types: ["string"] }, []],
    [{ tags: ["math"], input_types: ["number"], output_types: ["number"] }, ["MM-0002"]],
    [{ include_inactive: true }, ["MM-0001", "MM-0002", "MM-0003", "MM-0004"]],
    [{ include_inactive: true, tags: ["math"] }, ["MM-0002"]],
  ])("for %j are %j", (query, expected) => {
    expect(search(query)).toEqual(expected);
  });
});

describe("the best results", () => {
  const scored = [
    { entry: math, similarity_score: 0.5 },
    { entry: text, similarity_score: 0.9 },
    { entry: old, similarity_score: 0.5 },
    { entry: anEntry({ module_id: "MM-0002", version: "1.10.0" }), similarity_score: 0.5 },
    { entry: anEntry({ module_id: "MM-0002", version: "1.9.0" }), similarity_score: 0.5 },
  ];
  const refs = (topK: number, given = scored) =>
    topResults(given, topK).map(({ entry }) => `${entry.module_id}@${entry.version}`);

  it("are the nearest, then by module and newest version", () => {
    expect(refs(10)).toEqual(["MM-0001@1.0.0", "MM-0002@1.10.0", "MM-0002@1.9.0", "MM-0002@1.0.0", "MM-0003@1.0.0"]);
  });

  it("are as many as asked for, whatever their score", () => {
    expect(refs(2)).toEqual(["MM-0001@1.0.0", "MM-0002@1.10.0"]);
  });

  it("never depend on the order in which they were found", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(scored, { minLength: scored.length }), (shuffled) => {
        expect(refs(10, shuffled)).toEqual(refs(10));
      }),
    );
  });
});
