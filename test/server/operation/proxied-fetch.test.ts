import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proxiedFetch } from "../../../src/server/operation/proxied-fetch.js";
import { startProxy } from "../../support/proxy.js";

const origin = createServer((_, response) => response.end("origin"));
const port = () => (origin.address() as AddressInfo).port;

beforeAll(() => new Promise<void>((listening) => origin.listen(0, "127.0.0.1", listening)));
afterAll(() => {
  origin.closeAllConnections();
  origin.close();
});

describe("a proxy", () => {
  it("is not used unless the environment names one", () => {
    expect(proxiedFetch({ NO_PROXY: "example.com" })).toBeUndefined();
    expect(proxiedFetch({ HTTPS_PROXY: "", HTTP_PROXY: "", NO_PROXY: "" })).toBeUndefined();
  });

  it("is used for other hosts, and not for exempt ones or this machine", async () => {
    const { url, asked, close } = await startProxy(port);
    const fetch = proxiedFetch({ HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: "exempt.invalid" });
    if (fetch === undefined) throw new Error("there is no proxy");
    const answer = await fetch("http://github.invalid/", { method: "POST", body: "{}", headers: { a: "b" } });
    expect([answer.status, await answer.text()]).toEqual([200, "origin"]);
    expect(asked).toEqual(["github.invalid:80"]);
    expect(await (await fetch(`http://127.0.0.1:${port()}`)).text()).toBe("origin");
    await expect(fetch("http://exempt.invalid/")).rejects.toThrow();
    expect(asked).toEqual(["github.invalid:80"]);
    close();
  });
});
