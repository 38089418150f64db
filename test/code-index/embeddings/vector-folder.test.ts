import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCodeIndex } from "../../../src/code-index/code-index.js";
import { createVectorFolder } from "../../../src/code-index/embeddings/vector-folder.js";
import { sha256 } from "../../../src/domain/hash.js";
import type { Refusal } from "../../../src/domain/refusal.js";
import { anEntry } from "../../support/code-index.js";
import { aQuery } from "../../support/code-index-fixture.js";
import { anEmbedder } from "../../support/fake-embedder.js";

const space = { model: "fake", dimensions: 2 };
const vectors = new Map([[sha256("one"), Float32Array.from([1, 2])]]);
let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "vectors-"));
});

afterEach(() => rm(parent, { recursive: true }));

function aFolder() {
  const folder = path.join(parent, "not", "yet", "there");
  const heard: Refusal[] = [];
  const cache = createVectorFolder({ folder, onUseless: (why) => void heard.push(why) });
  return { folder, file: path.join(folder, "vectors.bin"), heard, cache };
}

describe("a folder of vectors", () => {
  it("holds nothing at first, without a word about it", async () => {
    const { cache, heard } = aFolder();
    expect(await cache.read(space)).toEqual(new Map());
    expect(heard).toEqual([]);
  });

  it("gives back what was written last, and leaves nothing else lying about", async () => {
    const { cache, folder } = aFolder();
    await cache.write(space, new Map());
    await cache.write(space, vectors);
    expect(await cache.read(space)).toEqual(vectors);
    expect(await readdir(folder)).toEqual(["vectors.bin"]);
  });

  it("is empty for another model and says why", async () => {
    const { cache, heard, file } = aFolder();
    await cache.write(space, vectors);
    expect(await cache.read({ ...space, model: "newer" })).toEqual(new Map());
    expect(heard).toMatchObject([{ code: "other-space", message: expect.stringContaining(`${file} is made anew`) }]);
  });

  it("does not hide that it cannot be read at all", async () => {
    const { cache, file } = aFolder();
    await mkdir(file, { recursive: true });
    await expect(cache.read(space)).rejects.toThrow("EISDIR");
  });
});

describe("an index over a damaged folder", () => {
  it("makes its vectors anew, mends the file and finds the same", async () => {
    const entries = [anEntry()];
    const { cache, file, heard } = aFolder();
    const search = async () => {
      const embedder = anEmbedder((text) => [text.length, 1]);
      const results = await createCodeIndex({ entries, embedder, cache }).search(aQuery("anything"));
      return { results, texts: embedder.asked.flat().length };
    };
    const first = await search();
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 3));
    const second = await search();
    expect(heard).toMatchObject([{ code: "damaged" }]);
    expect(await readFile(file)).toEqual(whole);
    const third = await search();
    expect([second.results, third.results]).toEqual([first.results, first.results]);
    expect([first.texts, second.texts, third.texts]).toEqual([2, 2, 1]);
  });
});
