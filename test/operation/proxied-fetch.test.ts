import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proxiedFetch } from "../../src/operation/proxied-fetch.js";

const seen: string[] = [];
const origin = createServer((_, response) => response.end("origin"));
/** Says what it was asked for, and goes to the origin whatever name was asked for. */
const proxy = createServer().on("connect", (request, socket) => {
  seen.push(request.url ?? "");
  const onward = connect((origin.address() as AddressInfo).port, "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    onward.pipe(socket).pipe(onward);
  });
});

beforeAll(async () => {
  await listen(origin);
  await listen(proxy);
});
afterAll(() => {
  for (const server of [proxy, origin]) {
    server.closeAllConnections();
    server.close();
  }
});

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe("a proxy", () => {
  it("is not there unless the environment names one", () => {
    expect(proxiedFetch({ NO_PROXY: "example.com" })).toBeUndefined();
  });

  it("is gone through for other hosts, and not for those that are exempt or on this machine", async () => {
    const fetch = proxiedFetch({
      HTTP_PROXY: urlOf(proxy),
      HTTPS_PROXY: urlOf(proxy),
      NO_PROXY: "exempt.invalid",
    });
    if (fetch === undefined) throw new Error("there is no proxy");
    const answer = await fetch("http://github.invalid/", { method: "POST", body: "{}", headers: { a: "b" } });
    expect([answer.status, await answer.text()]).toEqual([200, "origin"]);
    expect(seen).toEqual(["github.invalid:80"]);
    expect(await (await fetch(urlOf(origin))).text()).toBe("origin");
    await expect(fetch("http://exempt.invalid/")).rejects.toThrow();
    expect(seen).toEqual(["github.invalid:80"]);
  });
});
