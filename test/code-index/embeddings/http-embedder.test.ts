import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { EmbedderUnavailable } from "../../../src/code-index/embedder.js";
import { createHttpEmbedder } from "../../../src/code-index/embeddings/http-embedder.js";

type Seen = { readonly url: string; readonly authorization: string | undefined; readonly body: unknown };
type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | "silence";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A hosted embedder that gives the replies in turn, the last one for ever. */
async function hosted(...replies: ((seen: Seen) => Reply)[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const asked = await readRequest(request);
    const reply = (replies[seen.length] ?? replies.at(-1))?.(asked) ?? "silence";
    seen.push(asked);
    if (reply === "silence") return;
    response.writeHead(reply.status ?? 200, reply.headers);
    response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function readRequest(request: IncomingMessage): Promise<Seen> {
  const body: unknown = JSON.parse(await readText(request));
  return { url: request.url ?? "", authorization: request.headers.authorization, body };
}

/** Each text's vector is its length and 1; given back last first, as a server may. */
function embeddings(seen: Seen): Reply {
  const { input } = seen.body as { input: string[] };
  const data = input.map((text, index) => ({ object: "embedding", index, embedding: [text.length, 1] }));
  return { body: { object: "list", data: data.reverse(), usage: {} } };
}

const answer =
  (status: number, headers: Record<string, string> = {}, body = "no") =>
  () => ({ status, headers, body });

function anEmbedder(
  origin: string,
  overrides: { path?: string; key?: string | null; dimensions?: number; timeoutMs?: number } = {},
) {
  const pauses: number[] = [];
  const embedder = createHttpEmbedder({
    config: {
      kind: "http",
      url: `${origin}${overrides.path ?? "/v1"}`,
      model: "small",
      dimensions: overrides.dimensions ?? 2,
    },
    key: overrides.key === undefined ? "s3cret-key" : overrides.key,
    // However busy the machine is: only who never answers is given up.
    limits: { timeoutMs: overrides.timeoutMs ?? 20_000, attempts: 3, pauseMs: 100, longestPauseMs: 5_000 },
    sleep: async (ms) => void pauses.push(ms),
  });
  return { embedder, pauses };
}

async function failure(origin: string, overrides: { timeoutMs?: number } = {}): Promise<string> {
  const error: unknown = await anEmbedder(origin, overrides)
    .embedder.embed(["one"])
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(EmbedderUnavailable);
  return error instanceof Error ? error.message : "";
}

describe("a hosted embedder", () => {
  it("is asked for its model's vectors of the texts, with the key, and gives them in order", async () => {
    const { origin, seen } = await hosted(embeddings);
    const { embedder } = anEmbedder(origin);
    expect(await embedder.embed(["a", "four"])).toEqual([Float32Array.from([1, 1]), Float32Array.from([4, 1])]);
    expect(seen).toEqual([
      {
        url: "/v1/embeddings",
        authorization: "Bearer s3cret-key",
        body: { model: "small", input: ["a", "four"], encoding_format: "float" },
      },
    ]);
    expect([embedder.model, embedder.dimensions]).toEqual(["small", 2]);
    await embedder.stop();
  });

  it.each([
    ["/v1", "/v1/embeddings"],
    ["/v1/", "/v1/embeddings"],
    ["/v1/embeddings", "/v1/embeddings"],
    ["/v1/embeddings/", "/v1/embeddings"],
    ["", "/embeddings"],
    ["/openai?api-version=1", "/openai/embeddings?api-version=1"],
  ])("configured as %j is asked at %s", async (path, expected) => {
    const { origin, seen } = await hosted(embeddings);
    await anEmbedder(origin, { path }).embedder.embed(["one"]);
    expect(seen.map(({ url }) => url)).toEqual([expected]);
  });

  it("is asked without a key when there is none", async () => {
    const { origin, seen } = await hosted(embeddings);
    await anEmbedder(origin, { key: null }).embedder.embed(["one"]);
    expect(seen.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  it.each([
    [0, []],
    [1, [1]],
    [64, [64]],
    [65, [64, 1]],
    [129, [64, 64, 1]],
  ])("gets %i texts in batches of %j", async (count, batches) => {
    const { origin, seen } = await hosted(embeddings);
    const texts = Array.from({ length: count }, (_, place) => "x".repeat(place));
    const vectors = await anEmbedder(origin).embedder.embed(texts);
    expect(seen.map(({ body }) => (body as { input: string[] }).input.length)).toEqual(batches);
    expect(vectors.map(([length]) => length)).toEqual(texts.map((text) => text.length));
  });

  it.each([408, 425, 429, 500, 502, 503, 504])("is asked again after %i", async (status) => {
    const { origin, seen } = await hosted(answer(status), embeddings);
    const { embedder, pauses } = anEmbedder(origin);
    expect(await embedder.embed(["one"])).toHaveLength(1);
    expect([seen.length, pauses]).toEqual([2, [100]]);
  });

  it("is left alone for as long as it asks", async () => {
    const { origin } = await hosted(answer(429, { "retry-after": "5" }), embeddings);
    const { embedder, pauses } = anEmbedder(origin);
    await embedder.embed(["one"]);
    expect(pauses).toEqual([5_000]);
  });

  it("that asks for a longer rest than is reasonable is unavailable", async () => {
    const { origin, seen } = await hosted(answer(429, { "retry-after": "6" }), embeddings);
    expect(await failure(origin)).toContain("answered 429");
    expect(seen).toHaveLength(1);
  });

  it("is asked three times, with growing pauses, then no more", async () => {
    const { origin, seen } = await hosted(answer(503, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }));
    const { embedder, pauses } = anEmbedder(origin);
    await expect(embedder.embed(["one"])).rejects.toThrow("answered 503: no (attempt 3 of 3)");
    expect([seen.length, pauses]).toEqual([3, [100, 200]]);
  });

  it.each([400, 401, 403, 404, 413])("is not asked again after %i", async (status) => {
    const { origin, seen } = await hosted(answer(status, {}, "the reason"));
    expect(await failure(origin)).toContain(`answered ${status}: the reason`);
    expect(seen).toHaveLength(1);
  });

  it("that never answers is given up after its time, each time", async () => {
    const { origin, seen } = await hosted(() => "silence");
    expect(await failure(origin, { timeoutMs: 300 })).toContain("did not answer within 300 ms (attempt 3 of 3)");
    expect(seen).toHaveLength(3);
  });

  it("that cannot be reached is unavailable", async () => {
    expect(await failure("http://127.0.0.1:9")).toContain("could not be reached");
  });

  it("cannot send the key elsewhere by a redirect", async () => {
    const other = await hosted(embeddings);
    const { origin } = await hosted(answer(307, { location: `${other.origin}/v1/embeddings` }));
    await failure(origin);
    expect(other.seen).toEqual([]);
  });

  it("cannot put the key into an error, nor a whole page", async () => {
    const { origin } = await hosted(answer(401, {}, `wrong key s3cret-key! ${"x".repeat(1_000)}`));
    const message = await failure(origin);
    expect(message).toContain("wrong key ***!");
    expect(message).not.toContain("s3cret");
    expect(message.length).toBeLessThan(500);
  });

  it.each([
    ["a page", "<html>", "not JSON"],
    ["something else", { vectors: [] }, "did not answer with embeddings"],
    ["words for numbers", { data: [{ index: 0, embedding: ["1", "2"] }] }, "did not answer with embeddings"],
    ["too few vectors", { data: [] }, "left out the vector of text 0 of 1"],
    ["another text's vector", { data: [{ index: 1, embedding: [1, 2] }] }, "left out the vector of text 0 of 1"],
    ["a short vector", { data: [{ index: 0, embedding: [1] }] }, "1 dimensions; the configuration says 2 for small"],
    ["a long vector", { data: [{ index: 0, embedding: [1, 2, 3] }] }, "3 dimensions; the configuration says 2"],
  ])("that answers with %s is unavailable", async (_, body, words) => {
    const { origin } = await hosted(() => ({ body }));
    expect(await failure(origin)).toContain(words);
  });
});
