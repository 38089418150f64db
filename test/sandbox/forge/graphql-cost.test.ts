import { describe, expect, it } from "vitest";
import { useForge } from "../../support/forge.js";

const local = useForge();

const asked = async (fields: string, variables: Record<string, unknown> = {}, types = "") =>
  (await local.bot()).graphql<{ rateLimit: { cost: number; nodeCount: number } }>(
    `query ($owner: String!, $repo: String!${types}) {
      rateLimit { cost nodeCount }
      repository(owner: $owner, name: $repo) { ${fields} }
    }`,
    { ...local.at, ...variables },
  );
const cost = async (...question: Parameters<typeof asked>) => (await asked(...question)).rateLimit;

describe("the cost of a GraphQL question", () => {
  it("is a point for every hundred connections, each counted for all the parents it can have", async () => {
    expect(await cost("id")).toEqual({ cost: 1, nodeCount: 0 });
    const labels = "issues(first: 50) { nodes { labels(first: 60) { nodes { name } } } }";
    expect(await cost(labels)).toEqual({ cost: 1, nodeCount: 3_050 });
    // GitHub's own example: 1 + 100 + 100 x 50 requests.
    const example = `refs(refPrefix: "refs/heads/", first: 100) { nodes { target { ... on Commit {
      history(first: 50) { nodes { parents(first: 60) { nodes { oid } } } }
    } } } }`;
    expect(await cost(example)).toEqual({ cost: 51, nodeCount: 100 + 5_000 + 300_000 });
  });

  it("counts each alias, fragments, and sizes that are variables", async () => {
    const alias = (name: string) => `${name}: issues(first: $size) { nodes { ...Talk } }`;
    const types = ", $size: Int!";
    const fields = `${alias("a")} ${alias("b")}`;
    const answer = await (await local.bot()).graphql<{ rateLimit: { cost: number; nodeCount: number } }>(
      `query ($owner: String!, $repo: String!${types}) {
        rateLimit { cost nodeCount }
        repository(owner: $owner, name: $repo) { ${fields} }
      }
      fragment Talk on Issue { comments(last: 10) { nodes { body } } labels(first: 1) { nodes { name } } }`,
      { ...local.at, size: 100 },
    );
    // 2 x (1 + 100 + 100) requests.
    expect(answer.rateLimit).toEqual({ cost: 4, nodeCount: 2 * (100 + 1_000 + 100) });
  });

  it("is taken from a bucket of its own", async () => {
    const octokit = await local.bot();
    const before = (await octokit.rest.rateLimit.get()).data.resources;
    const { headers } = await octokit.request("POST /graphql", {
      query: "{ rateLimit { cost } }",
      baseUrl: `${local.forge.url}/api`,
    });
    const after = (await octokit.rest.rateLimit.get()).data.resources;
    expect(headers).toMatchObject({ "x-ratelimit-resource": "graphql", "x-ratelimit-limit": "5000" });
    expect([after.core.used - before.core.used, (after.graphql?.used ?? 0) - (before.graphql?.used ?? 0)]).toEqual([
      0, 1,
    ]);
  });

  it("is refused as a whole beyond 500,000 nodes", async () => {
    const many = `refs(refPrefix: "refs/heads/", first: 100) { nodes { target { ... on Commit {
      history(first: 100) { nodes { parents(first: 100) { nodes { oid } } } }
    } } } }`;
    await expect(cost(many)).rejects.toMatchObject({
      errors: [
        {
          type: "MAX_NODE_LIMIT_EXCEEDED",
          message: "This query requests up to 1,010,100 possible nodes which exceeds the maximum limit of 500,000.",
        },
      ],
    });
  });
});
