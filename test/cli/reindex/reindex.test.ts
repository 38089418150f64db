import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runReindex } from "../../../src/cli/reindex/run-reindex.js";
import { createVectorFolder } from "../../../src/code-index/embeddings/vector-folder.js";
import { printed } from "../../support/printed.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const DIMENSIONS = 256;
const folder = mkdtempSync(join(tmpdir(), "factory-reindex-"));
let asked: string[] = [];
let server: Server;
let url: string;
let repository: TempRepository;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { input } = JSON.parse(body) as { input: string[] };
      asked.push(...input);
      const data = input.map((_, index) => ({ index, embedding: new Array(DIMENSIONS).fill(1) }));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  repository = createTempRepository();
  repository.commit({ ...config(DIMENSIONS), ...shippedFiles(aShippedContract()) });
});
afterEach(() => {
  vi.unstubAllEnvs();
  asked = [];
});
afterAll(async () => {
  repository.remove();
  rmSync(folder, { recursive: true });
  await new Promise((resolve) => server.close(resolve));
});

const config = (dimensions: number) => ({
  ".factory/config.yml": `embedder: { kind: http, url: "${url}", model: small, dimensions: ${dimensions} }\n`,
});
const reindex = (...args: string[]) => printed(() => runReindex(args));

function allowed(cache: string) {
  vi.stubEnv("EMBEDDER_URL", url);
  vi.stubEnv("CACHE_DIR", cache);
}

describe("factory reindex", () => {
  it("makes every vector of the index anew, with the embedder of the configuration", async () => {
    const into = join(folder, "named");
    allowed(folder);
    for (const _time of ["first", "again"]) {
      const { exit, out, err } = await reindex(repository.folder, "--into", into);
      expect({ exit, err }).toEqual({ exit: 0, err: "" });
      expect(out).toBe(`1 entry has its vector of small (256 dimensions) in ${into}\n`);
    }
    expect(asked).toHaveLength(2);
    const vectors = await createVectorFolder({
      folder: into,
      onUseless: ({ message }) => expect.unreachable(message),
    }).read({
      model: "small",
      dimensions: DIMENSIONS,
    });
    expect(vectors.size).toBe(1);
  });

  it("finds the App's own folder where there is one, and asks which where there are several", async () => {
    const cache = join(folder, "cache");
    allowed(cache);
    expect(await reindex(repository.folder)).toMatchObject({ exit: 2, err: expect.stringContaining("--into") });
    mkdirSync(join(cache, "7"), { recursive: true });
    expect(await reindex(repository.folder, "--json")).toMatchObject({ exit: 0 });
    expect(readdirSync(join(cache, "7"))).toEqual(["vectors.bin"]);
    mkdirSync(join(cache, "8"));
    const several = await reindex(repository.folder);
    expect(several).toMatchObject({ exit: 2, err: expect.stringContaining(join(cache, "8")) });
  });

  it("refuses an embedder that the operator does not allow, and changes nothing", async () => {
    const into = join(folder, "refused");
    vi.stubEnv("EMBEDDER_URL", undefined);
    const { exit, err } = await reindex(repository.folder, "--into", into);
    expect(exit).toBe(1);
    expect(err).toContain("is not allowed by this App");
    expect(asked).toEqual([]);
    expect(readdirSync(folder)).not.toContain("refused");
  });

  it.each([255, 1_537])("refuses a configuration with vectors of %i dimensions", async (dimensions) => {
    const other = createTempRepository();
    other.commit({ ...config(dimensions), ...shippedFiles(aShippedContract()) });
    allowed(folder);
    const { exit, err } = await reindex(other.folder, "--into", join(folder, "wrong"));
    other.remove();
    expect(exit).toBe(1);
    expect(err).toContain("dimensions");
    expect(asked).toEqual([]);
  });

  it.each([
    ["two repositories", ["a", "b"], "one repository at a time"],
    ["a flag that does not exist", ["--all"], "--all"],
    ["no repository", [join(tmpdir(), "factory-nowhere"), "--into", "x"], "no folder, no git address"],
  ])("refuses %s", async (_what, args, words) => {
    expect(await reindex(...args)).toMatchObject({ exit: 2, err: expect.stringContaining(words) });
  });
});
