import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationEndpoints } from "../../../src/server/operation/endpoints.js";

const TOKEN = "0123456789abcdef";
const world: { problems: string[]; token: string | undefined } = { problems: [], token: TOKEN };
const started: { server?: Server; url?: string } = {};

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const handle = operationEndpoints({
      ready: async () => ({ ready: world.problems.length === 0, problems: world.problems }),
      metrics: { text: async () => ({ contentType: "text/plain; version=0.0.4", body: "a 1\n" }) },
      metricsToken: world.token,
    });
    if (!(await handle(request, response))) response.writeHead(418).end("somebody else's");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  started.server = server;
  started.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => started.server?.close(resolve)));

const get = (path: string, init?: RequestInit) => fetch(`${started.url}${path}`, init);

describe("the endpoints of operation", () => {
  it("report that the process is up, whatever else is wrong", async () => {
    world.problems = ["GitHub is away"];
    const answer = await get("/healthz?probe=1");
    expect([answer.status, await answer.json()]).toEqual([200, { status: "up" }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    [[], 200, "ready"],
    [["GitHub is away"], 503, "not ready"],
  ])("report with problems %j: %i %s", async (problems, status, word) => {
    world.problems = problems;
    const answer = await get("/readyz");
    expect([answer.status, await answer.json()]).toEqual([status, { status: word, problems }]);
  });

  it.each([
    ["nothing", TOKEN, {}, 401],
    ["another token", TOKEN, { authorization: "Bearer 0123456789abcdeX" }, 401],
    ["the token alone", TOKEN, { authorization: TOKEN }, 401],
    ["the token", TOKEN, { authorization: `Bearer ${TOKEN}` }, 200],
    ["anything, where no token is set", undefined, { authorization: "Bearer undefined" }, 404],
  ])("show the metrics to a request with %s", async (_, token, headers: Record<string, string>, status) => {
    world.token = token;
    const answer = await get("/metrics", { headers });
    expect(answer.status).toBe(status);
    expect((await answer.text()) === "a 1\n").toBe(status === 200);
  });

  it("answer HEAD without a body, and ignore every other request", async () => {
    const head = await get("/healthz", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await get("/healthz", { method: "POST" })).status).toBe(418);
    expect((await get("/health")).status).toBe(418);
  });
});
