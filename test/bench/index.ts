import { createCodeIndex } from "../../src/code-index/code-index.js";
import type { Embedder } from "../../src/code-index/embedder.js";
import type { VectorCache } from "../../src/code-index/vector-cache.js";
import type { CodeIndexEntry } from "../../src/domain/index-entries/code-index-entry.js";
import { anEntry } from "../support/code-index.js";
import { aQuery } from "../support/code-index-fixture.js";
import { atMost, type BenchLine, type Progress, rounded } from "./bench-line.js";

const SIZES = [10_000, 100_000] as const;
const DIMENSIONS = 384;
const SAMPLES = 9;
const TAGS = ["text", "time", "money", "http"] as const;

/** What a search costs beside the scan of a Float32Array that no search can do without (goal: at most twice as much). */
export async function benchIndex(progress: Progress): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const size of SIZES) {
    progress(`${size} entries`);
    const index = createCodeIndex({ entries: someEntries(size), embedder: noise, cache: noCache });
    await index.search(aQuery("warm up"));
    const rows = new Float32Array(size * DIMENSIONS).map((_, place) => Math.sin(place));
    const bare = await bestMilliseconds(async () => bareScan(rows));
    const all = await bestMilliseconds(() => index.search(aQuery("anything")));
    const tagged = await bestMilliseconds(() => index.search(aQuery("anything", { tags: [TAGS[0]] })));
    lines.push(
      { name: `search over bare scan, ${size} entries`, value: rounded(all / bare), unit: "x", goal: atMost(2) },
      { name: `search for one tag of four, ${size} entries`, value: rounded(tagged / bare), unit: "x" },
      { name: `bare scan, ${size} entries`, value: rounded(bare), unit: "ms", note: "of the processor" },
    );
  }
  return lines;
}

/** The best of several samples, so that other work on the machine counts little. */
async function bestMilliseconds(work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    samples.push((user + system) / 1_000);
  }
  return Math.min(...samples);
}

/** The least that a search must do: one product of every vector with the query, and the best of them. */
function bareScan(rows: Float32Array): number {
  const query = rows.subarray(0, DIMENSIONS);
  let best = 0;
  for (let offset = 0; offset < rows.length; offset += DIMENSIONS) {
    let dot = 0;
    for (let index = 0; index < DIMENSIONS; index += 1) dot += (rows[offset + index] ?? 0) * (query[index] ?? 0);
    if (dot > best) best = dot;
  }
  return best;
}

function someEntries(size: number): CodeIndexEntry[] {
  return Array.from({ length: size }, (_, place) =>
    anEntry({
      module_id: `MM-${String(place).padStart(4, "0")}`,
      purpose: `Does the thing numbered ${place}`,
      tags: [TAGS[place % TAGS.length] ?? "text"],
    }),
  );
}

/** Vectors at random, the same for the same text: only their number matters here. */
const noise: Embedder = {
  model: "noise",
  dimensions: DIMENSIONS,
  embed: async (texts) => texts.map(noiseOf),
  stop: async () => undefined,
};

const noCache: VectorCache = { read: async () => new Map(), write: async () => undefined };

function noiseOf(text: string): Float32Array {
  let seed = [...text].reduce((hash, letter) => (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7);
  return new Float32Array(DIMENSIONS).map(() => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return seed / 2 ** 31;
  });
}
