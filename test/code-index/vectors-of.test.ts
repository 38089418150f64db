import { describe, expect, it } from "vitest";
import { freshVectorsOf, textDigest, vectorsOf } from "../../src/code-index/vectors-of.js";
import { sha256 } from "../../src/domain/hash.js";
import { embeddingText } from "../../src/domain/index-entries/embedding-text.js";
import { anEntry } from "../support/code-index.js";
import { aCache, anEmbedder } from "../support/fake-embedder.js";

const slug = anEntry({ module_id: "MM-0001", purpose: "Makes a slug" });
const cron = anEntry({ module_id: "MM-0002", purpose: "Parses cron" });
const numbered = (count: number) => Array.from({ length: count }, (_, place) => anEntry({ purpose: `Does ${place}` }));
const embedder = () => anEmbedder((text) => [text.length, 1]);
const old = Float32Array.from([7, 7]);

describe("the vectors of entries", () => {
  it("are made of the embedding text and kept under its digest", async () => {
    const made = embedder();
    const vectors = await vectorsOf([slug], { embedder: made, cache: aCache() });
    expect(made.asked).toEqual([[embeddingText(slug)]]);
    expect([...vectors]).toEqual([[sha256(embeddingText(slug)), Float32Array.from([embeddingText(slug).length, 1])]]);
  });

  it("are not made again when they are cached", async () => {
    const made = embedder();
    const cache = aCache(new Map([[textDigest(slug), old]]));
    const vectors = await vectorsOf([slug, cron], { embedder: made, cache });
    expect(made.asked).toEqual([[embeddingText(cron)]]);
    expect(vectors.get(textDigest(slug))).toBe(old);
    expect([...(cache.written.at(-1)?.keys() ?? [])]).toEqual([textDigest(slug), textDigest(cron)]);
  });

  it("ask nobody and write nothing when all are cached", async () => {
    const made = embedder();
    const cache = aCache(new Map([[textDigest(slug), old]]));
    await vectorsOf([slug], { embedder: made, cache });
    expect([made.asked, cache.written]).toEqual([[], []]);
  });

  it("are made once for entries with the same text", async () => {
    const made = embedder();
    await vectorsOf([slug, { ...slug, version: "2.0.0", status: "SHIPPED" }], { embedder: made, cache: aCache() });
    expect(made.asked).toEqual([[embeddingText(slug)]]);
  });

  it("are asked for in portions and kept on the way, the last ones always", async () => {
    const made = embedder();
    const cache = aCache();
    await vectorsOf(numbered(900), { embedder: made, cache });
    expect(made.asked.map((texts) => texts.length)).toEqual([128, 128, 128, 128, 128, 128, 128, 4]);
    expect(cache.written.map((vectors) => vectors.size)).toEqual([128, 256, 384, 512, 768, 900]);
  });

  it("are kept as far as they were made when the embedder fails", async () => {
    const cache = aCache();
    const failing = anEmbedder((text) => {
      if (text.startsWith("Does 200")) throw new Error("out of reach");
      return [1, 0];
    });
    await expect(vectorsOf(numbered(300), { embedder: failing, cache })).rejects.toThrow("out of reach");
    expect(cache.written.map((vectors) => vectors.size)).toEqual([128]);
  });

  it.each([[[1]], [[1, 2, 3]], [[]]])("are refused before they are kept when an embedder gives %j", async (vector) => {
    const cache = aCache();
    const wrong = anEmbedder(() => vector);
    await expect(vectorsOf([slug], { embedder: wrong, cache })).rejects.toThrow(`${vector.length} of 2 dimensions`);
    expect(cache.written).toEqual([]);
  });

  it("are refused when an embedder leaves one out", async () => {
    const silent = { ...embedder(), embed: async () => [] };
    await expect(vectorsOf([slug], { embedder: silent, cache: aCache() })).rejects.toThrow("0 of 2 dimensions");
  });

  it("made afresh ignore and replace what is cached", async () => {
    const made = embedder();
    const cache = aCache(
      new Map([
        [textDigest(slug), old],
        [textDigest(cron), old],
      ]),
    );
    const vectors = await freshVectorsOf([slug], { embedder: made, cache });
    expect(vectors.get(textDigest(slug))).not.toEqual(old);
    expect([...(cache.written.at(-1)?.keys() ?? [])]).toEqual([textDigest(slug)]);
  });
});
