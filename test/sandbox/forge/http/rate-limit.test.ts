import { Octokit } from "@octokit/rest";
import { afterAll, describe, expect, it } from "vitest";
import { type Forge, startForge } from "../../../../src/sandbox/forge/forge.js";
import { createRateCounter } from "../../../../src/sandbox/forge/http/rate-limit.js";
import { quiet } from "../../../support/forge.js";

const clock = { now: 0 };
const user = (id: number) => ({ kind: "user", user: { id }, scopes: [] }) as never;

describe("an enforced rate limit", () => {
  it("refuses the request after the last one, for that caller, until the hour is over", () => {
    const rates = createRateCounter(() => clock.now, { resource: "core", enforced: 2 });
    expect(rates.count(user(1))).toMatchObject({ limit: 2, used: 1, remaining: 1, reset: 3600 });
    expect(rates.count(user(1))).toMatchObject({ used: 2, remaining: 0, spent: false });
    expect(rates.count(user(1))).toMatchObject({ remaining: 0, spent: true });
    expect(rates.count(user(2))).toMatchObject({ used: 1 });
    clock.now = 3_600_000;
    expect(rates.count(user(1))).toMatchObject({ used: 1, reset: 7200 });
  });

  it("gives a request back that cost nothing", () => {
    const rates = createRateCounter(() => 0, { resource: "core", enforced: 1 });
    rates.count(user(1));
    rates.refund(user(1));
    expect(rates.count(user(1)).used).toBe(1);
    expect(rates.peek(user(1)).used).toBe(1);
  });
});

it("a rate limit without enforcement counts and never refuses", () => {
  const rates = createRateCounter(() => 0, { resource: "core", enforced: undefined });
  for (let times = 0; times < 5001; times += 1) rates.count(user(1));
  expect(rates.peek(user(1))).toMatchObject({ limit: 5000, used: 5001, remaining: 1, spent: false });
  expect(rates.peek({ kind: "anonymous" })).toMatchObject({ limit: 60 });
});

describe("a forge with a limit, and with lazy mergeability", () => {
  const started: Forge[] = [];
  afterAll(async () => {
    for (const forge of started) await forge.stop();
  });
  const start = async (options: Parameters<typeof startForge>[0]) => {
    const forge = await startForge({ log: () => undefined, ...options });
    started.push(forge);
    return {
      forge,
      octokit: new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users.admin.token, log: quiet }),
    };
  };

  it("answers 403 with nothing remaining, and still reports the limit", async () => {
    const { forge, octokit } = await start({ rateLimit: 1 });
    await octokit.rest.repos.get(forge.repo);
    const refused = await octokit.rest.repos.get(forge.repo).then(
      () => undefined,
      (error) => error.response,
    );
    expect([refused.status, refused.headers["x-ratelimit-remaining"]]).toEqual([403, "0"]);
    expect((await octokit.rest.rateLimit.get()).data.rate).toMatchObject({ limit: 1, remaining: 0 });
  });

  it("answers a GraphQL question 200 with an error in it", async () => {
    const { octokit } = await start({ graphqlRateLimit: 1 });
    await octokit.graphql("{ viewer { login } }");
    const refused = await octokit.graphql("{ viewer { login } }").then(
      () => undefined,
      ({ errors, headers }) => [errors[0].type, errors[0].code, headers["x-ratelimit-remaining"]],
    );
    expect(refused).toEqual(["RATE_LIMIT", "graphql_rate_limit", "0"]);
  });

  it("does not know at first whether a pull request can be merged", async () => {
    const { forge, octokit } = await start({ mergeability: "lazy" });
    const at = forge.repo;
    const { data: main } = await octokit.rest.git.getRef({ ...at, ref: "heads/main" });
    await octokit.rest.git.createRef({ ...at, ref: "refs/heads/topic", sha: main.object.sha });
    await octokit.rest.repos.createOrUpdateFileContents({
      ...at,
      path: "a",
      message: "a",
      content: "YQ==",
      branch: "topic",
    });
    const { data: pull } = await octokit.rest.pulls.create({ ...at, title: "t", head: "topic", base: "main" });
    expect([pull.mergeable, pull.mergeable_state]).toEqual([null, "unknown"]);
    const { data: later } = await octokit.rest.pulls.get({ ...at, pull_number: pull.number });
    expect([later.mergeable, later.mergeable_state]).toEqual([true, "clean"]);
  });
});
