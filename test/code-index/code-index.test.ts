import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCodeIndex } from "../../src/code-index/code-index.js";
import type { CodeIndexEntry } from "../../src/domain/index-entries/code-index-entry.js";
import { embeddingText } from "../../src/domain/index-entries/embedding-text.js";
import { topResults } from "../../src/domain/index-entries/search-filter.js";
import { anEntry } from "../support/code-index.js";
import { aQuery } from "../support/code-index-fixture.js";
import { aCache, anEmbedder } from "../support/fake-embedder.js";

/** Entries by id, each at an angle to the query in degrees. */
function entriesAt(angles: Readonly<Record<string, number>>): {
  entries: CodeIndexEntry[];
  embedder: ReturnType<typeof anEmbedder>;
} {
  const entries = Object.keys(angles).map((module_id) => anEntry({ module_id, purpose: `Purpose of ${module_id}` }));
  const vectors = entries.map((entry) => [embeddingText(entry), direction(angles[entry.module_id] ?? 0)]);
  return { entries, embedder: anEmbedder({ ...Object.fromEntries(vectors), requested: [1, 0] }) };
}

function direction(degrees: number): number[] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

const ids = (results: readonly { readonly entry: CodeIndexEntry }[]) => results.map(({ entry }) => entry.module_id);

describe("a search of the code index", () => {
  it("gives the nearest first, with scores from 0 to 1", async () => {
    const index = createCodeIndex({ ...entriesAt({ "MM-0001": 90, "MM-0002": 0, "MM-0003": 60 }), cache: aCache() });
    const results = await index.search(aQuery("requested"));
    expect(results.map(({ entry, similarity_score }) => [entry.module_id, similarity_score])).toEqual([
      ["MM-0002", 1],
      ["MM-0003", 0.5],
      ["MM-0001", 0],
    ]);
  });

  it("has no threshold: the opposite is found too, at 0", async () => {
    const index = createCodeIndex({ ...entriesAt({ "MM-0001": 180 }), cache: aCache() });
    expect(await index.search(aQuery("requested"))).toMatchObject([{ similarity_score: 0 }]);
  });

  it.each([
    [1, ["MM-0002"]],
    [2, ["MM-0002", "MM-0003"]],
    [3, ["MM-0002", "MM-0003", "MM-0001"]],
    [4, ["MM-0002", "MM-0003", "MM-0001"]],
  ])("gives at most the best %i", async (top_k, expected) => {
    const index = createCodeIndex({ ...entriesAt({ "MM-0001": 90, "MM-0002": 0, "MM-0003": 60 }), cache: aCache() });
    expect(ids(await index.search(aQuery("requested", { top_k })))).toEqual(expected);
  });

  it("orders equals by module even when only some of them fit", async () => {
    const { entries, embedder } = entriesAt({ "MM-0004": 10, "MM-0002": 10, "MM-0003": 10, "MM-0001": 80 });
    const index = createCodeIndex({ entries, embedder, cache: aCache() });
    expect(ids(await index.search(aQuery("requested", { top_k: 2 })))).toEqual(["MM-0002", "MM-0003"]);
  });

  it("ranks only what passes the filters, each by its own vector", async () => {
    const nearest = anEntry({ module_id: "MM-0001", purpose: "Nearest", tags: ["other"] });
    const middle = anEntry({ module_id: "MM-0002", purpose: "Middle", tags: ["text"] });
    const retired = {
      ...middle,
      module_id: "MM-0003",
      purpose: "Retired",
      status: "DEPRECATED",
      notes: "gone",
    } as const;
    const embedder = anEmbedder({
      [embeddingText(nearest)]: direction(0),
      [embeddingText(middle)]: direction(60),
      [embeddingText(retired)]: direction(0),
      requested: [1, 0],
    });
    const index = createCodeIndex({ entries: [nearest, middle, retired], embedder, cache: aCache() });
    expect(await index.search(aQuery("requested", { tags: ["text"] }))).toEqual([
      { entry: middle, similarity_score: 0.5 },
    ]);
    expect(await index.search(aQuery("requested", { tags: ["text"], include_inactive: true }))).toEqual([
      { entry: retired, similarity_score: 1 },
      { entry: middle, similarity_score: 0.5 },
    ]);
  });

  it("asks for nothing when the filters leave nothing", async () => {
    const { entries, embedder } = entriesAt({ "MM-0001": 0 });
    const index = createCodeIndex({ entries, embedder, cache: aCache() });
    expect(await index.search(aQuery("requested", { tags: ["no such tag"] }))).toEqual([]);
    expect(embedder.asked).toEqual([]);
  });

  it("embeds the entries once, then only the queries", async () => {
    const { entries, embedder } = entriesAt({ "MM-0001": 0 });
    const index = createCodeIndex({ entries, embedder, cache: aCache() });
    await Promise.all([index.search(aQuery("requested")), index.search(aQuery("requested"))]);
    await index.search(aQuery("requested"));
    expect(embedder.asked.filter((texts) => texts[0] !== "requested")).toHaveLength(1);
  });

  it("tries again after a failure", async () => {
    const { entries, embedder } = entriesAt({ "MM-0001": 0 });
    const attempts: number[] = [];
    const index = createCodeIndex({
      entries,
      embedder: {
        ...embedder,
        embed: async (texts) => {
          attempts.push(texts.length);
          if (attempts.length === 1) throw new Error("out of reach");
          return embedder.embed(texts);
        },
      },
      cache: aCache(),
    });
    await expect(index.search(aQuery("requested"))).rejects.toThrow("out of reach");
    expect(ids(await index.search(aQuery("requested")))).toEqual(["MM-0001"]);
  });

  it("gives what ranking everything would give, for any angles and any number wanted", async () => {
    const angles = fc.array(fc.constantFrom(0, 20, 40, 60, 90, 120), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(angles, fc.integer({ min: 1, max: 12 }), async (given, top_k) => {
        const named = Object.fromEntries(given.map((angle, place) => [`MM-${1000 + place}`, angle]));
        const index = createCodeIndex({ ...entriesAt(named), cache: aCache() });
        const everything = await index.search(aQuery("requested", { top_k: given.length }));
        expect(await index.search(aQuery("requested", { top_k }))).toEqual(topResults(everything, top_k));
      }),
      { numRuns: 60 },
    );
  });
});

describe("re-indexing", () => {
  it("makes every vector anew, says so, and later searches use them", async () => {
    const { entries, embedder } = entriesAt({ "MM-0001": 0, "MM-0002": 60 });
    const cache = aCache();
    await createCodeIndex({ entries, embedder, cache }).search(aQuery("requested"));
    const turned = anEmbedder(
      (text) => (text === "requested" ? [1, 0] : direction(text.includes("MM-0002") ? 0 : 60)),
      {
        model: "turned",
        dimensions: 2,
      },
    );
    const index = createCodeIndex({ entries, embedder: turned, cache });
    expect(await index.reindex()).toEqual({ model: "turned", dimensions: 2, entries: 2 });
    expect(ids(await index.search(aQuery("requested")))).toEqual(["MM-0002", "MM-0001"]);
    expect(turned.asked).toHaveLength(2);
  });
});
