/** A repository that names a hosted embedder: an OpenAI-compatible server on loopback, and the App as it is started. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { approveProduct, type ScriptedProduct, startProductWorld, untilState } from "../../support/scripted-product.js";
import { startAppHere } from "../../support/start-app-here.js";
import { smoothAnswers, toy, toyTask } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";

const DIMENSIONS = 256;
const KEY = "emb-1c9d7f3a5b8e2046-loopback";
const ALPHA = toy("alpha", 1);
const TASKS = [toyTask(1, [ALPHA]), toyTask(2, [toy("beta", 2, [ALPHA])])];

type Asked = { readonly key: string | undefined; readonly model: string; readonly input: readonly string[] };

/** Each text in a direction of its own: nothing is near anything else. */
function vectorOf(text: string): number[] {
  const direction = createHash("sha256").update(text).digest().readUInt32BE(0) % DIMENSIONS;
  return Array.from({ length: DIMENSIONS }, (_, index) => (index === direction ? 1 : 0));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function startEmbedder(asked: Asked[]) {
  const server = createServer(async (request, response) => {
    const { model, input } = JSON.parse(await bodyOf(request)) as { model: string; input: string[] };
    asked.push({ key: request.headers.authorization, model, input });
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, stop: () => new Promise((resolve) => server.close(resolve)) };
}

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of open.splice(0).reverse()) await stop();
});

/** A product whose configuration names the embedder, and an App whose operator allows this much. */
async function start(allowed: (url: string) => Record<string, string>) {
  const asked: Asked[] = [];
  const embedder = await startEmbedder(asked);
  open.push(embedder.stop);
  const product: ScriptedProduct = await startProductWorld({ answers: smoothAnswers(TASKS) });
  open.push(product.stop);
  // Vectors that another run has left would not be asked for.
  const cache = mkdtempSync(join(tmpdir(), "hosted-embedder-"));
  open.push(async () => rmSync(cache, { recursive: true, force: true }));
  const app = await startAppHere({ ...(await product.variables()), CACHE_DIR: cache, ...allowed(embedder.url) });
  open.push(app.stop);
  product.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  const settings = `embedder: { kind: http, url: "${embedder.url}", model: text-small, dimensions: ${DIMENSIONS} }`;
  return { product, asked, ...(await approveProduct(product, settings)) };
}

describe("an embedder over HTTP, by configuration", () => {
  it("gives the code index its vectors, where whoever runs the App allows its origin", async () => {
    const { product, asked } = await start((url) => ({ EMBEDDER_URL: url, EMBEDDER_API_KEY: KEY }));
    const shipped = TASKS.map(({ id }) => id);
    await untilState(product, "both tasks to ship", (state) =>
      shipped.every((id) => state.project?.tasks[id]?.status === "SHIPPED"),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([`Bearer ${KEY}`]));
    expect(new Set(asked.map(({ model }) => model))).toEqual(new Set(["text-small"]));
    expect(asked.flatMap(({ input }) => input).join("\n")).toContain("alpha");
  });

  it("is not spoken to where nobody allowed it, and the issue says what to do", async () => {
    const { product, asked, issue } = await start(() => ({}));
    const said = await until("what is wrong", async () =>
      (await product.person.comments(issue)).find((body) => body.includes("is not allowed by this App")),
    );
    expect(said).toContain("EMBEDDER_URL");
    expect(said).toContain(".factory/config.yml");
    expect(asked).toEqual([]);
  });
});
