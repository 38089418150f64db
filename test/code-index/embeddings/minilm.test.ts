import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CodeIndex, createCodeIndex } from "../../../src/code-index/code-index.js";
import { createLocalEmbedder } from "../../../src/code-index/embeddings/local-embedder.js";
import { NEAR_DUPLICATE_FROM, nearDuplicates } from "../../../src/code-index/near-duplicates.js";
import type { IoSketch } from "../../../src/domain/plan/io-sketch.js";
import { aQuery, fixtureEntries, fixtureParaphrases } from "../../support/code-index-fixture.js";
import { aCache } from "../../support/fake-embedder.js";
import { aBuiltDraft } from "../../support/micro-plan.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PHRASE = "Turns a title into a URL-safe slug";

const embedder = createLocalEmbedder();
const cache = aCache();
let index: CodeIndex;

beforeAll(async () => {
  index = createCodeIndex({ entries: fixtureEntries(), embedder, cache });
  await index.search(aQuery("warm up"));
});

afterAll(() => embedder.stop());

describe("MiniLM on this machine, without a network", () => {
  it("gives vectors of length one with the dimensions it names", async () => {
    const [vector = new Float32Array()] = await embedder.embed([PHRASE]);
    expect(vector).toHaveLength(embedder.dimensions);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  });

  it("gives a text the same vector, bit for bit, whatever stands beside it", async () => {
    const [alone] = await embedder.embed([PHRASE]);
    const [, beside] = await embedder.embed(["something much longer than the other text, and about cron", PHRASE]);
    expect(beside).toEqual(alone);
  });

  it("reads a text of any length to its end", async () => {
    const filler = "and so on ".repeat(300);
    const [one, other, again] = await embedder.embed([`${filler} cats`, `${filler} invoices`, `${filler} cats`]);
    expect(one).not.toEqual(other);
    expect(again).toEqual(one);
    expect(Math.hypot(...(one ?? []))).toBeCloseTo(1, 5);
  });

  it("is not steered by its own marks in a text", async () => {
    const [plain, marked] = await embedder.embed([PHRASE, `[CLS] ${PHRASE} [SEP] [PAD] [PAD]`]);
    expect(marked).toEqual(plain);
  });

  it("embeds even nothing", async () => {
    expect(await embedder.embed([""])).toHaveLength(1);
  });

  it("runs compiled, without a loader, in another process, and gives the same vector", async () => {
    const root = await mkdtemp(path.join(tmpdir(), "compiled-"));
    const folder = path.join(root, "dist");
    try {
      await build({
        entryPoints: [path.join(ROOT, "src/**/*.ts")],
        outdir: folder,
        outbase: path.join(ROOT, "src"),
        platform: "node",
        format: "esm",
        target: "node20",
        logLevel: "silent",
      });
      await writeFile(path.join(root, "package.json"), '{ "type": "module" }');
      for (const beside of ["node_modules", "src"]) await symlink(path.join(ROOT, beside), path.join(root, beside));
      // It ends by itself: an idle thread holds no process.
      const script = `
        const { createLocalEmbedder } = await import("./code-index/embeddings/local-embedder.js");
        const [vector] = await createLocalEmbedder().embed([${JSON.stringify(PHRASE)}]);
        console.log(JSON.stringify([...vector]));
      `;
      const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
      const { stdout, stderr } = await run;
      expect(stderr).toBe("");
      const [here = new Float32Array()] = await embedder.embed([PHRASE]);
      expect(JSON.parse(stdout)).toEqual([...here]);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});

describe("the index with MiniLM", () => {
  it("finds at least 85 of 100 modules among the first five by a description in other words", async () => {
    const paraphrases = fixtureParaphrases();
    expect(index.entries.length).toBeGreaterThanOrEqual(60);
    expect(new Set(paraphrases.map(({ module_id }) => module_id)).size).toBe(index.entries.length);
    const missed: string[] = [];
    for (const { module_id, query } of paraphrases) {
      const results = await index.search(aQuery(query, { top_k: 5 }));
      if (!results.some(({ entry }) => entry.module_id === module_id)) missed.push(query);
    }
    expect(1 - missed.length / paraphrases.length, `missed: ${missed.join("; ")}`).toBeGreaterThanOrEqual(0.85);
  });

  it("gives the same results in the same order, however the entries are ordered", async () => {
    const reversed = createCodeIndex({ entries: [...index.entries].reverse(), embedder, cache });
    for (const { query } of fixtureParaphrases().slice(0, 10)) {
      const results = await index.search(aQuery(query, { top_k: 60 }));
      expect(await reversed.search(aQuery(query, { top_k: 60 }))).toEqual(results);
      for (const { similarity_score } of results) {
        expect(similarity_score).toBeGreaterThanOrEqual(0);
        expect(similarity_score).toBeLessThanOrEqual(1);
      }
    }
  });

  it.each<[string, string, Omit<IoSketch, "effects" | "modes">]>([
    [
      "Makes a URL slug from a title: lowercase words with hyphens between them",
      "slugify",
      { inputs: ["title: string"], outputs: ["slug: string"], error_surfaces: ["EmptySlug when nothing is left"] },
    ],
    [
      "Reads CSV text into records",
      "parse-csv",
      { inputs: ["text: string"], outputs: ["rows: Record<string, string>[]"], error_surfaces: ["MalformedRow"] },
    ],
    [
      "Parses an XML document into a tree",
      "nothing",
      { inputs: ["text: string"], outputs: ["tree: XmlNode"], error_surfaces: ["MalformedXml when tags do not match"] },
    ],
    [
      "Checks the checksum of a book's ISBN",
      "nothing",
      { inputs: ["isbn: string"], outputs: ["valid: boolean"], error_surfaces: ["none: total"] },
    ],
  ])("takes %j for a near-duplicate of %s", async (purpose, expected, io) => {
    const io_contract = { ...io, effects: ["none: pure"], modes: ["sync"] };
    const found = await nearDuplicates([aBuiltDraft("draft", { purpose, io_contract })], index);
    const near = found
      .filter(({ score }) => score >= NEAR_DUPLICATE_FROM)
      .map(({ module_ref }) => index.entries.find((entry) => module_ref.startsWith(entry.module_id))?.name);
    expect(near.length === 0 ? ["nothing"] : near).toContain(expected);
  });
});
