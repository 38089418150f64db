import { afterEach, describe, expect, it, vi } from "vitest";
import { readConformOptions } from "../../../src/cli/conform/conform-options.js";
import { summarised } from "../../../src/cli/conform/conform-report.js";
import { STEPS } from "../../../src/cli/conform/conform-steps.js";
import { type Exchange, keptBody, keptHeaders } from "../../../src/cli/conform/exchange.js";
import { targetOf } from "../../../src/cli/conform/recording-proxy.js";
import { runConform } from "../../../src/cli/conform/run-conform.js";
import { printed } from "../../support/printed.js";

afterEach(() => vi.unstubAllEnvs());

describe("what factory conform is asked", () => {
  it.each([
    [[], "name one repository"],
    [["product"], "name one repository"],
    [["acme/one", "acme/two"], "name one repository"],
    [["acme/one", "--nope"], "--nope"],
  ])("%j is refused: %s", (args, words) => {
    const read = readConformOptions(args);
    expect(read.ok ? "" : read.refusal.message).toContain(words);
  });

  it("does nothing without --yes, and says what it would do", async () => {
    const { exit, out, err } = await printed(() => runConform(["acme/product"]));
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    for (const { title } of STEPS) expect(err).toContain(title);
    expect(err).toContain("Add --yes");
  });

  it("names every variable that is missing, as a document too", async () => {
    for (const name of ["APP_ID", "PRIVATE_KEY", "PRIVATE_KEY_PATH", "ACTION_REF", "GITHUB_TOKEN"])
      vi.stubEnv(name, "");
    const { exit, out } = await printed(() => runConform(["acme/product", "--yes", "--json"]));
    const { error, details } = JSON.parse(out);
    expect({ exit, error }).toEqual({ exit: 2, error: "environment" });
    for (const name of ["APP_ID", "PRIVATE_KEY", "ACTION_REF", "GITHUB_TOKEN"])
      expect(details.join("\n")).toContain(`${name} is not set`);
  });
});

describe("the proxy of factory conform", () => {
  const server = { GHE_HOST: "github.example.com", GHE_PROTOCOL: "https" as const };
  const enterprise = { GHE_HOST: "octocorp.ghe.com", GHE_PROTOCOL: "https" as const };
  it.each([
    ["/api/v3/user?x=1", { GHE_PROTOCOL: "https" as const }, "https://api.github.com/user?x=1"],
    ["/api/graphql", { GHE_PROTOCOL: "https" as const }, "https://api.github.com/graphql"],
    [
      "/acme/product.git/info/refs",
      { GHE_PROTOCOL: "https" as const },
      "https://github.com/acme/product.git/info/refs",
    ],
    ["/api/v3/user", server, "https://github.example.com/api/v3/user"],
    ["/api/graphql", server, "https://github.example.com/api/graphql"],
    ["/api/v3/user", enterprise, "https://api.octocorp.ghe.com/user"],
    ["/api/graphql", enterprise, "https://api.octocorp.ghe.com/graphql"],
    ["/acme/product", enterprise, "https://octocorp.ghe.com/acme/product"],
  ])("%s of %j is %s", (path, env, url) => {
    expect(targetOf(path, env)).toBe(url);
  });

  it("keeps no credential, no address of a person and no archive", () => {
    const body = Buffer.from(
      JSON.stringify({ token: "any", user: { email: "a@example.com", bio: "say pass" }, id: 5 }),
    );
    expect(keptBody(body, "application/json", (text) => text.replace("pass", "***"))).toEqual({
      token: "[redacted]",
      user: { email: "[redacted]", bio: "say ***" },
      id: 5,
    });
    expect(keptBody(Buffer.from("PK.."), "application/zip", String)).toEqual({ bytes: 4, type: "application/zip" });
    expect(
      keptHeaders([
        ["set-cookie", "a=b"],
        ["authorization", "Bearer x"],
        ["x-ratelimit-remaining", "7"],
        ["x-github-request-id", "1"],
      ]),
    ).toEqual({ "x-ratelimit-remaining": "7" });
  });
});

describe("the report of factory conform", () => {
  const exchange = (over: Partial<Exchange>): Exchange => ({
    step: "access",
    who: "person",
    method: "GET",
    path: "/user",
    asked: null,
    status: 200,
    headers: {},
    answered: null,
    ...over,
  });
  const all = STEPS.map(({ key, title }) => ({ step: key, title, notes: [], differences: [] }));

  it("passes only when every step was tried and none differed", () => {
    const seen = { exchanges: [], heard: [] };
    expect(summarised("acme/product", { ...seen, told: all }).passed).toBe(true);
    const early = summarised("acme/product", { ...seen, told: all.slice(0, -1) });
    expect(early).toMatchObject({ passed: false, notTried: [STEPS.at(-1)?.title] });
    const difference = { expected: "a run", saw: "none", exchange: null };
    const told = all.map((step, index) => (index === 3 ? { ...step, differences: [difference] } : step));
    expect(summarised("acme/product", { ...seen, told }).passed).toBe(false);
  });

  it("counts requests, points, the lowest rest of each limit and the largest id", () => {
    const limit = (remaining: number) => ({
      "x-ratelimit-resource": "core",
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": String(remaining),
    });
    const exchanges = [
      exchange({ headers: limit(4_990) }),
      exchange({ headers: limit(4_980), answered: { items: [{ id: 6_000_000_000 }] } }),
      exchange({ who: "app", headers: limit(10) }),
      exchange({ who: "installation", path: "/graphql", answered: { data: { rateLimit: { cost: 4 } } } }),
      exchange({ who: "installation", path: "/graphql", answered: { data: {} } }),
    ];
    expect(summarised("acme/product", { told: all, exchanges, heard: ["x", "x"] })).toMatchObject({
      requests: { person: 2, app: 1, installation: 2, nobody: 0 },
      points: { all: 5, dearest: 4 },
      limits: { "person core": { limit: 5_000, lowest: 4_980 }, "app core": { limit: 5_000, lowest: 10 } },
      largestId: 6_000_000_000,
      complaints: ["x"],
    });
  });
});
