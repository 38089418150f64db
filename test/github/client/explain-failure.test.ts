import { Octokit } from "@octokit/rest";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { explainFailure, explainUnknownApp } from "../../../src/github/client/explain-failure.js";

const AT = "https://api.github.com";
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** What the client throws where the network does this. */
async function thrownBy(fetch: () => Promise<Response>): Promise<unknown> {
  const asked = new Octokit({ log: quiet, request: { fetch } }).request("GET /app");
  return asked.then(
    () => expect.fail("it should fail"),
    (error: unknown) => error,
  );
}

const answer = (status: number, body: string, type = "application/json") =>
  thrownBy(async () => new Response(body, { status, headers: { "content-type": type } }));
const broken = (cause: Error) =>
  thrownBy(async () => {
    throw new TypeError("fetch failed", { cause });
  });

describe("a failed request to GitHub, in words", () => {
  it.each([
    ["a refused connection", broken(new Error("connect ECONNREFUSED 127.0.0.1:1")), "connect ECONNREFUSED 127.0.0.1:1"],
    [
      "a name without an address",
      broken(new Error("getaddrinfo ENOTFOUND github.invalid")),
      "ENOTFOUND github.invalid",
    ],
    [
      "several addresses that refuse",
      broken(Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" })),
      "ECONNREFUSED",
    ],
    [
      "silence",
      thrownBy(() => Promise.reject(new DOMException("The operation was aborted due to timeout", "TimeoutError"))),
      "aborted due to timeout",
    ],
  ])("%s", async (_, error, reason) => {
    const why = explainFailure(await error, AT);
    expect(why?.code).toBe("unreachable");
    expect(why?.message).toMatch(
      /^GitHub cannot be reached at https:\/\/api\.github\.com \(.+\)\. Check the network, /,
    );
    expect(why?.message).toContain(reason);
  });

  it("includes GitHub's answer, and only the beginning of a whole page", async () => {
    expect(explainFailure(await answer(503, '{"message":"Under maintenance"}'), AT)).toEqual({
      code: "github",
      message: "GitHub answered 503 at https://api.github.com (Under maintenance).",
      details: { status: 503 },
    });
    const page = explainFailure(await answer(502, `<html>\n  ${"unicorn ".repeat(99)}`, "text/html"), AT);
    expect(page?.message).toMatch(/^GitHub answered 502 at \S+ \(<html> unicorn .{100,200}…\)\.$/);
  });

  it.each([401, 404])("treats %i as an unknown App only for the App's own identity", async (status) => {
    const error = await answer(status, '{"message":"No"}');
    expect(explainUnknownApp(error, AT)?.message).toMatch(/^GitHub does not accept APP_ID and PRIVATE_KEY at https:/);
    expect(explainFailure(error, AT)).toMatchObject({ code: "github", details: { status } });
  });

  it("recognises an answer that is not GitHub's, and ignores a bug", async () => {
    const notAnApp = z.object({ slug: z.string() }).safeParse("<html>").error;
    expect(explainUnknownApp(notAnApp, AT)?.message).toContain("What answers at https://api.github.com is not GitHub.");
    expect(explainUnknownApp(new TypeError("undefined is not a function"), AT)).toBeNull();
  });
});
