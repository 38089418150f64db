import { describe, expect, it } from "vitest";
import { useForge } from "../../../support/forge.js";
import { asked, graphqlErrors } from "../../../support/graphql.js";

const local = useForge();

const post = (body: string, token?: string) =>
  fetch(`${local.forge.url}/api/graphql`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `bearer ${token}` }),
    },
  });
const known = () => local.forge.users.read.token;

describe("the endpoint", () => {
  it("refuses the unknown with 401", async () => {
    const nobody = await post(`{"query":"{ viewer { login } }"}`);
    expect([nobody.status, await nobody.json()]).toMatchObject([
      401,
      { message: "This endpoint requires you to be authenticated." },
    ]);
    expect((await post(`{"query":"{ viewer { login } }"}`, "ghp_unknown")).status).toBe(401);
  });

  it("is a 404 for anything but POST", async () => {
    const answer = await fetch(`${local.forge.url}/api/graphql`, { headers: { authorization: `bearer ${known()}` } });
    expect(answer.status).toBe(404);
  });

  it("answers 400 to what is not JSON, and 200 with errors to everything else", async () => {
    expect((await post("{", known())).status).toBe(400);
    const nothing = await post("{}", known());
    expect([nothing.status, await nothing.json()]).toEqual([
      200,
      { errors: [{ message: "A query attribute must be specified and must be a string." }] },
    ]);
    const syntax = await post(`{"query":"{ viewer "}`, known());
    expect(syntax.status).toBe(200);
    expect(await syntax.json()).toMatchObject({
      errors: [{ message: expect.stringContaining("Syntax Error"), locations: [{ line: 1 }] }],
    });
    const ok = await post(`{"query":"{ viewer { login } }"}`, known());
    expect(ok.headers.get("x-ratelimit-resource")).toBe("graphql");
    expect(await ok.json()).toEqual({ data: { viewer: { login: "reader" } } });
  });

  it("runs the operation that is named", async () => {
    const query = "query A { viewer { login } } query B { rateLimit { cost } }";
    const answer = await post(JSON.stringify({ query, operationName: "B" }), known());
    expect(await answer.json()).toEqual({ data: { rateLimit: { cost: 1 } } });
  });
});

describe("GitHub's schema", () => {
  it.each([
    ["a field it does not have", "{ viewer { nonsense } }", /Cannot query field "nonsense" on type "User"/],
    [
      "an argument it does not have",
      `{ repository(owner: "acme", name: "product", colour: 1) { id } }`,
      /Unknown argument "colour"/,
    ],
    ["a missing argument", `{ repository(owner: "acme") { id } }`, /argument "name".* is required/],
    ["an object without a selection", `{ viewer }`, /must have a selection of subfields/],
  ])("refuses %s", async (_what, query, message) => {
    const [error] = await graphqlErrors(local.as("read"), query);
    expect(error?.message).toMatch(message);
  });

  it("refuses input of another shape", async () => {
    const mutation =
      "mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { clientMutationId } }";
    const [error] = await graphqlErrors(local.as("admin"), mutation, {
      input: { branch: {}, message: { headline: "x" } },
    });
    expect(error?.message).toContain('Field "expectedHeadOid" of required type "GitObjectID!" was not provided');
  });

  it("can be asked about itself", async () => {
    const { __type } = await asked(
      local.as("read"),
      `{ __type(name: "CreateCommitOnBranchInput") { inputFields { name } } }`,
    );
    expect(__type.inputFields.map(({ name }: { name: string }) => name)).toContain("expectedHeadOid");
  });
});

describe("a field that GitHub has and the forge does not", () => {
  it.each([
    [
      "a nullable scalar",
      `repository(owner: "acme", name: "product") { diskUsage }`,
      "Repository.diskUsage",
      ["repository", "diskUsage"],
    ],
    [
      "an object",
      `repository(owner: "acme", name: "product") { licenseInfo { name } }`,
      "Repository.licenseInfo",
      ["repository", "licenseInfo"],
    ],
    ["a query", `licenses { name }`, "Query.licenses", ["licenses"]],
  ])("is an error that names it, and a line in the log: %s", async (_what, fields, field, path) => {
    local.log.splice(0);
    const errors = await graphqlErrors(local.as("read"), `{ ${fields} }`);
    expect(errors).toMatchObject([
      { type: "NO_RESOLVER", path, message: expect.stringContaining(`does not answer ${field}:`) },
    ]);
    expect(local.log).toEqual([expect.stringMatching(`^NO RESOLVER .*${field}`)]);
  });

  it.each([
    ["a filter", `labels(first: 1, query: "bug") { totalCount }`, "Repository.labels with the argument query"],
    ["a variable", "labels(first: 1, query: $filter) { totalCount }", "Repository.labels with the argument query"],
    [
      "an asynchronous answer",
      `object(expression: "main") { ... on Commit { history(first: 1, author: {}) { totalCount } } }`,
      "Commit.history with the argument author",
    ],
    ["a plain value", "owner { avatarUrl(size: 8) }", "Organization.avatarUrl with the argument size"],
    [
      "an order",
      `refs(first: 1, refPrefix: "refs/", orderBy: { field: TAG_COMMIT_DATE, direction: ASC }) { totalCount }`,
      "order",
    ],
  ])("is reported for an argument that would be ignored: %s", async (_what, fields, named) => {
    local.log.splice(0);
    const query = `query ($filter: String) { repository(owner: "acme", name: "product") { ${fields} } }`;
    const declared = fields.includes("$filter") ? query : query.replace("query ($filter: String) ", "");
    const errors = await graphqlErrors(local.as("read"), declared, fields.includes("$filter") ? { filter: "bug" } : {});
    expect(errors).toMatchObject([{ type: "NO_RESOLVER", message: expect.stringContaining(named) }]);
    expect(local.log).toEqual([expect.stringMatching(/^NO RESOLVER /)]);
  });

  it("is no error for an argument that is null, or a variable without a value", async () => {
    const query = `query ($filter: String) { repository(owner: "acme", name: "product") {
      a: labels(first: 1, query: null) { totalCount } b: labels(first: 1, query: $filter) { totalCount } } }`;
    const { repository } = await asked(local.as("read"), query);
    expect(repository.a).toEqual(repository.b);
  });

  it("is the same for mutations and timeline items", async () => {
    const star = `mutation { addStar(input: { starrableId: "x" }) { clientMutationId } }`;
    expect(await graphqlErrors(local.as("read"), star)).toMatchObject([{ type: "NO_RESOLVER" }]);
    const { data: issue } = await local.as("read").rest.issues.create({ ...local.at, title: "x" });
    const timeline = (args: string) =>
      `{ repository(owner: "acme", name: "product") { issue(number: ${issue.number}) { timelineItems(first: 1${args}) { totalCount } } } }`;
    for (const args of ["", ", itemTypes: [REOPENED_EVENT]", ", itemTypes: [CLOSED_EVENT, LABELED_EVENT]"]) {
      expect(await graphqlErrors(local.as("read"), timeline(args))).toMatchObject([{ type: "NO_RESOLVER" }]);
    }
  });
});

describe("a connection", () => {
  const labels = (args: string) =>
    `{ repository(owner: "acme", name: "product") { labels(${args}) { nodes { name } edges { cursor node { name } } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } }`;
  const names = async (args: string) => {
    const { repository } = await asked(local.as("read"), labels(args));
    return repository.labels.nodes.map(({ name }: { name: string }) => name);
  };
  const all = () => names("first: 100");

  it.each([
    [
      "no size",
      `query: null`,
      "MISSING_PAGINATION_BOUNDARIES",
      /provide a `first` or `last` value .* the `labels` connection/,
    ],
    [
      "101 records",
      "first: 101",
      "EXCESSIVE_PAGINATION",
      /Requesting 101 records on the `labels` connection exceeds the `first` limit of 100/,
    ],
    ["the last 101", "last: 101", "EXCESSIVE_PAGINATION", /exceeds the `last` limit/],
    ["less than none", "first: -1", "UNPROCESSABLE", /cannot be less than zero/],
    ["both ends", "first: 1, last: 1", "UNPROCESSABLE", /both `first` and `last`/],
    [
      "a cursor of nothing",
      `first: 1, after: "nothing"`,
      "INVALID_CURSOR_ARGUMENTS",
      /`nothing` does not appear to be a valid cursor/,
    ],
  ])("refuses %s", async (_what, args, type, message) => {
    const [error] = await graphqlErrors(local.as("read"), labels(args));
    expect(error).toMatchObject({ type, path: ["repository", "labels"] });
    expect(error?.message).toMatch(message);
  });

  it("goes forwards and backwards over every item once", async () => {
    const expected = await all();
    expect(expected.length).toBeGreaterThan(4);
    const walk = async (size: string, cursor: string, from: "startCursor" | "endCursor") => {
      const seen: string[][] = [];
      for (let more = ""; ; ) {
        const { repository } = await asked(local.as("read"), labels(`${size}: 2${more}`));
        const { nodes, edges, pageInfo } = repository.labels;
        expect(edges.map(({ node }: { node: object }) => node)).toEqual(nodes);
        expect([edges[0].cursor, edges.at(-1).cursor]).toEqual([pageInfo.startCursor, pageInfo.endCursor]);
        seen.push(nodes.map(({ name }: { name: string }) => name));
        if (!(size === "first" ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return seen;
        more = `, ${cursor}: "${pageInfo[from]}"`;
      }
    };
    expect((await walk("first", "after", "endCursor")).flat()).toEqual(expected);
    expect((await walk("last", "before", "startCursor")).toReversed().flat()).toEqual(expected);
  });

  it("keeps its place when items before the cursor go", async () => {
    const [first, second, third] = await all();
    const { repository } = await asked(local.as("read"), labels("first: 2"));
    await local.as("admin").rest.issues.deleteLabel({ ...local.at, name: first ?? "" });
    expect(await names(`first: 1, after: "${repository.labels.pageInfo.endCursor}"`)).toEqual([third]);
    expect((await all())[0]).toBe(second);
  });
});
