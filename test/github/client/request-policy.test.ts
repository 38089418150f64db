import { describe, expect, it } from "vitest";
import { isRead, requestPolicy } from "../../../src/github/client/request-policy.js";
import { createPace } from "../../../src/github/client/write-limiter.js";
import { fakeTiming } from "../../support/timing.js";

const READ = { method: "GET", url: "/repos/a/b" };
const WRITE = { method: "POST", url: "/repos/a/b/issues" };

type Reply = { status: number; headers?: Record<string, string>; data?: unknown };

/** Sends with these replies in turn, the last one again and again; tells how often it was asked. */
function scripted(...replies: readonly Reply[]) {
  const timing = fakeTiming(0);
  const send = requestPolicy(createPace(timing, { limitWrites: false }), timing);
  let asked = 0;
  const request = async (): Promise<Reply> => {
    const reply = replies[Math.min(asked, replies.length - 1)] ?? { status: 200 };
    asked += 1;
    if (reply.status < 400) return reply;
    throw Object.assign(new Error(String(reply.status)), { status: reply.status, response: { headers: {}, ...reply } });
  };
  return { timing, send: (options: typeof READ) => send(request, options), asked: () => asked };
}

const OK = { status: 200, data: "fine" };

describe("a read", () => {
  it.each([500, 502, 503, 504])("is repeated after %d, with growing pauses, and then fails", async (status) => {
    const world = scripted({ status });
    await expect(world.send(READ)).rejects.toMatchObject({ status });
    expect(world.asked()).toBe(4);
    expect(world.timing.slept).toEqual([500, 1_500, 4_000]);
  });

  it("returns as soon as GitHub answers", async () => {
    const world = scripted({ status: 502 }, OK);
    expect(await world.send(READ)).toEqual(OK);
    expect(world.asked()).toBe(2);
  });

  it.each([401, 403, 404, 409, 422])("is not repeated after %d", async (status) => {
    const world = scripted({ status, data: { message: "Resource not accessible by integration" } });
    await expect(world.send(READ)).rejects.toMatchObject({ status });
    expect(world.asked()).toBe(1);
  });

  it("waits for a short limit, as long as GitHub says", async () => {
    const world = scripted({ status: 429, headers: { "retry-after": "7" } }, OK);
    expect(await world.send(READ)).toEqual(OK);
    expect(world.timing.slept).toEqual([7_000]);
  });

  it("waits a minute for a secondary limit without a stated end", async () => {
    const world = scripted({ status: 403, data: { message: "You have exceeded a secondary rate limit." } }, OK);
    expect(await world.send(READ)).toEqual(OK);
    expect(world.timing.slept).toEqual([60_000]);
  });

  it("fails with a specific error if the limit is longer than a minute", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "61" };
    const world = scripted({ status: 403, headers });
    await expect(world.send(READ)).rejects.toMatchObject({ name: "LimitedUntil", until: "1970-01-01T00:01:01.000Z" });
    expect(world.asked()).toBe(1);
  });

  it("fails with a specific error if short limits do not end", async () => {
    const world = scripted({ status: 429, headers: { "retry-after": "1" } });
    await expect(world.send(READ)).rejects.toMatchObject({ name: "LimitedUntil" });
    expect(world.asked()).toBe(4);
  });

  it.each([
    ["its old type", { type: "RATE_LIMITED" }],
    ["its type", { type: "RATE_LIMIT" }],
    ["its code", { code: "graphql_rate_limit" }],
    ["the words of a secondary limit", { message: "You have exceeded a secondary rate limit." }],
  ])("knows a limit of GraphQL by %s", async (_, error) => {
    const world = scripted({ status: 200, data: { errors: [error] }, headers: { "retry-after": "3" } }, OK);
    expect(await world.send(READ)).toEqual(OK);
    expect(world.timing.slept).toEqual([3_000]);
  });

  it("waits for the reset of a GraphQL limit that the header does not count", async () => {
    const headers = { "x-ratelimit-remaining": "4", "x-ratelimit-reset": "9" };
    const world = scripted({ status: 200, data: { errors: [{ type: "RATE_LIMIT" }] }, headers }, OK);
    await world.send(READ);
    expect(world.timing.slept).toEqual([9_000]);
  });

  it("takes an error without data for a limit when nothing remains", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "4" };
    const world = scripted({ status: 200, data: { errors: [{ message: "try later" }] }, headers }, OK);
    expect(await world.send(READ)).toEqual(OK);
    expect(world.timing.slept).toEqual([4_000]);
  });

  it("keeps the last answer that the hour allows, and holds the next request back", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "8" };
    const last = { status: 200, data: { data: { viewer: null }, errors: [{ type: "NOT_FOUND" }] }, headers };
    const world = scripted(last, OK);
    expect(await world.send(READ)).toEqual(last);
    expect(world.timing.slept).toEqual([]);
    await world.send(READ);
    expect(world.timing.slept).toEqual([8_000]);
  });

  it("waits a minute where the told end is over already", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" };
    const world = scripted({ status: 403, headers }, OK);
    await world.send(READ);
    expect(world.timing.slept).toEqual([60_000]);
  });

  it("ends by name when the question costs too much, and holds no other one back", async () => {
    const part = { data: { repository: null }, errors: [{ type: "RESOURCE_LIMITS_EXCEEDED" }] };
    const world = scripted({ status: 200, data: part }, OK);
    await expect(world.send(READ)).rejects.toMatchObject({ name: "LimitedUntil", until: "1970-01-01T00:01:00.000Z" });
    expect(await world.send(READ)).toEqual(OK);
    expect(world.timing.slept).toEqual([]);
  });
});

describe("a write", () => {
  it.each([500, 502, 503, 504])("is never repeated, not after %d either", async (status) => {
    const world = scripted({ status });
    await expect(world.send(WRITE)).rejects.toMatchObject({ status });
    expect(world.asked()).toBe(1);
  });

  it.each([
    ["its message", { message: "was submitted too quickly" }],
    ["a sentence of its list", { message: "Unprocessable Entity", errors: ["Review was submitted too quickly"] }],
    ["an error of its list", { message: "Validation Failed", errors: [{ message: "was submitted too quickly" }] }],
  ])("that came too quickly, by %s, waits a minute", async (_, data) => {
    const world = scripted({ status: 422, data });
    await expect(world.send(WRITE)).rejects.toMatchObject({ name: "LimitedUntil", until: "1970-01-01T00:01:00.000Z" });
  });

  it("that is refused as invalid is no limit", async () => {
    const world = scripted({ status: 422, data: { message: "Validation Failed", errors: [{ code: "missing" }] } });
    await expect(world.send(WRITE)).rejects.toMatchObject({ status: 422 });
  });

  it("ends by name at any limit, and holds the next request back", async () => {
    const world = scripted({ status: 429, headers: { "retry-after": "5" } }, OK);
    await expect(world.send(WRITE)).rejects.toMatchObject({ name: "LimitedUntil", until: "1970-01-01T00:00:05.000Z" });
    expect(world.asked()).toBe(1);
    await world.send(READ);
    expect(world.timing.slept).toEqual([5_000]);
  });
});

it.each([
  ["GET", "/repos", undefined, true],
  ["head", "/repos", undefined, true],
  ["POST", "/repos", undefined, false],
  ["PATCH", "/repos", undefined, false],
  ["PUT", "/repos", undefined, false],
  ["DELETE", "/repos", undefined, false],
  ["POST", "/graphql", "query ($a: Int) { x }", true],
  ["POST", "/graphql", "\n  { viewer { login } }", true],
  ["POST", "/graphql", "mutation ($a: Int) { x }", false],
  ["POST", "/graphql", "# query\nmutation { x }", false],
  ["POST", "/graphql", undefined, false],
])("%s %s %j is a read: %s", (method, url, query, read) => {
  expect(isRead({ method, url, query })).toBe(read);
});

describe("a mutation of several fields", () => {
  it("counts as as many writes", async () => {
    const timing = fakeTiming(0);
    const send = requestPolicy(createPace(timing, { limitWrites: true }), timing);
    const query = "mutation ($i0: A!, $i1: B!) {\n  m0: a(input: $i0) { id }\n  m1: b(input: $i1) { id }\n}";
    await send(async () => OK, { method: "POST", url: "/graphql", query });
    await send(async () => OK, WRITE);
    expect(timing.slept).toEqual([1_000, 1_000]);
  });
});
