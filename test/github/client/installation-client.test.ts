import { pino } from "pino";
import { Probot } from "probot";
import { beforeAll, describe, expect, it } from "vitest";
import type { RepositoryRef } from "../../../src/engine/ports.js";
import { API_VERSION } from "../../../src/github/client/api-version.js";
import { appOctokit } from "../../../src/github/client/app-octokit.js";
import type { GitHubFor } from "../../../src/github/client/github.js";
import { installationClients } from "../../../src/github/client/installation-client.js";
import type { AnswerFacts } from "../../../src/github/client/watch-answers.js";
import { createInstallationLookup } from "../../../src/github/observe/installation-facts.js";
import type { InterceptedRequest, Interceptor } from "../../../src/sandbox/forge/http/interceptors.js";
import { ok, redirect } from "../../../src/sandbox/forge/http/reply.js";
import { resourceLimits } from "../../support/faults/resource-limits.js";
import { tooQuickly } from "../../support/faults/too-quickly.js";
import { useForge } from "../../support/forge.js";
import { fakeTiming } from "../../support/timing.js";

const local = useForge({ permissions: { contents: "write", issues: "write", metadata: "read" } });
const timing = fakeTiming(Date.now());
const SECRET = "a secret that is known";
const answers: AnswerFacts[] = [];
const world: { clients?: GitHubFor; repository?: RepositoryRef; probot?: Probot } = {};

beforeAll(async () => {
  const { forge, at } = local;
  const probot = new Probot({
    appId: forge.app.id,
    privateKey: forge.app.privateKey,
    baseUrl: `${forge.url}/api/v3`,
    log: pino({ level: "silent" }),
    Octokit: appOctokit(undefined),
  });
  const { data: installation } = await local.app().rest.apps.getRepoInstallation(at);
  const { data } = await local.as("admin").rest.repos.get(at);
  world.probot = probot;
  world.repository = { id: data.id, installation: installation.id, owner: at.owner, name: at.repo };
  world.clients = await installationClients(probot, {
    baseUrl: `${forge.url}/api/v3`,
    timing,
    limitWrites: true,
    redact: (text) => text.replaceAll(SECRET, "[redacted]"),
    answered: (answer) => answers.push(answer),
  });
});

const client = (permissions: Parameters<GitHubFor>[1]) => {
  if (world.clients === undefined || world.repository === undefined) throw new Error("not started");
  return world.clients(world.repository, permissions);
};

/** Answers 502 to the first `times` requests of this kind, and counts them all. */
function stumbling(method: string, template: string, times: number): { readonly seen: () => number; end(): void } {
  let seen = 0;
  const interceptor: Interceptor = {
    beforeRequest(request) {
      if (request.method !== method || request.template !== template) return { kind: "pass" };
      seen += 1;
      if (seen > times) return { kind: "pass" };
      return { kind: "answer", reply: { status: 502, headers: {}, body: Buffer.from('{"message":"Server Error"}') } };
    },
  };
  const end = local.forge.intercept(interceptor);
  return { seen: () => seen, end };
}

const LABELS = "/repos/{owner}/{repo}/labels";

describe("a client of an installation", () => {
  it("has the permissions of the step and no others", async () => {
    const reader = await client({ issues: "read" });
    await expect(reader.request(`GET ${LABELS}`, local.at)).resolves.toMatchObject({ status: 200 });
    const create = reader.request(`POST ${LABELS}`, { ...local.at, name: "mine", color: "000000" });
    await expect(create).rejects.toMatchObject({ status: 403 });
  });

  it.each(["GET", "PATCH"] as const)(
    "takes no answer from the repository where an issue is now (%s)",
    async (method) => {
      const path = "/repos/{owner}/{repo}/issues/{issue_number}";
      const there = "/repositories/77/issues/1";
      const end = local.forge.intercept({
        beforeRequest({ template, path: asked }) {
          if (template === path) return { kind: "answer", reply: redirect(301, `${local.forge.url}/api/v3${there}`) };
          return asked.endsWith(there) ? { kind: "answer", reply: ok({ body: "Build mine" }) } : { kind: "pass" };
        },
      });
      try {
        const writer = await client({ issues: "write" });
        const asked = writer.request(`${method} ${path}`, { ...local.at, issue_number: 9, body: "hello" });
        await expect(asked).rejects.toMatchObject({ status: 404, url: expect.stringContaining(there) });
      } finally {
        end();
      }
    },
  );

  it("follows its own repository to another name", async () => {
    const { id } = world.repository ?? { id: 0 };
    const end = local.forge.intercept({
      beforeRequest: ({ template }) =>
        template === "/repos/{owner}/{repo}"
          ? { kind: "answer", reply: redirect(301, `${local.forge.url}/api/v3/repositories/${id}`) }
          : { kind: "pass" },
    });
    try {
      const reader = await client({ metadata: "read" });
      await expect(reader.request("GET /repos/{owner}/{repo}", local.at)).resolves.toMatchObject({
        status: 200,
        data: { id },
      });
    } finally {
      end();
    }
  });

  it("waits by name where GitHub answers a question only in part", async () => {
    const end = local.forge.intercept(resourceLimits((query) => query.includes("isArchived")));
    try {
      const reader = await client({ metadata: "read" });
      const ask = "query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { isArchived } }";
      await expect(reader.graphql(ask, local.at)).rejects.toMatchObject({
        name: "LimitedUntil",
        limit: "GitHub limits what one question may cost",
      });
    } finally {
      end();
    }
  });

  it.each(["REST", "GraphQL"])("waits by name when what it writes by %s comes too quickly", async (by) => {
    const writes = ({ method, path, body }: InterceptedRequest) =>
      method === "POST" && (path.endsWith("/labels") || body.toString().includes("addComment"));
    const end = local.forge.intercept({
      beforeRequest: (request) => (writes(request) ? { kind: "answer", reply: tooQuickly(request) } : { kind: "pass" }),
    });
    try {
      const writer = await client({ issues: "write" });
      const mutation = `mutation { addComment(input: { subjectId: "x", body: "x" }) { clientMutationId } }`;
      const written =
        by === "REST"
          ? writer.request(`POST ${LABELS}`, { ...local.at, name: "fast", color: "000000" })
          : writer.graphql(mutation);
      await expect(written).rejects.toMatchObject({ name: "LimitedUntil", limit: "GitHub limits this installation" });
    } finally {
      end();
      timing.pass(130_000);
    }
  });

  it("names the version of the REST API that it was written for, when it mints a token, too", async () => {
    const named: (string | undefined)[] = [];
    const end = local.forge.intercept({
      beforeRequest({ path, headers }) {
        if (!path.endsWith("/graphql")) named.push(headers["x-github-api-version"]);
        return { kind: "pass" };
      },
    });
    const reader = await client({ contents: "read", issues: "read" });
    await reader.request(`GET ${LABELS}`, local.at).finally(end);
    expect(named).toEqual([API_VERSION, API_VERSION]);
  });

  it("is cached for the same permissions and made again for others", async () => {
    expect(await client({ issues: "read" })).toBe(await client({ issues: "read" }));
    expect(await client({ issues: "read" })).not.toBe(await client({ issues: "write" }));
  });

  it("is refused with a specific error if the installation lacks a permission", async () => {
    await expect(client({ workflows: "write" })).rejects.toMatchObject({
      name: "PermissionNotGranted",
      installation: world.repository?.installation,
      asked: { workflows: "write" },
    });
  });

  const refusing = (calls: readonly number[], route: string) =>
    local.forge.faults.install({
      requests: [{ route, when: { calls: [...calls] }, fault: { kind: "expire_token" } }],
      deliveries: [],
    });

  it.each(["GET", "POST"])("continues with another token after GitHub ended the old one: %s", async (method) => {
    const before = await client({ issues: "write" });
    const end = refusing([1], `${method} ${LABELS}`);
    const sent = before.request(`${method} ${LABELS}`, { ...local.at, name: `with-${method}`, color: "000000" });
    await expect(sent).resolves.toMatchObject({ status: method === "GET" ? 200 : 201 });
    end();
    expect(await client({ issues: "write" })).toBe(before);
  });

  it("requests one new token, however many callers notice at once that theirs has ended", async () => {
    const reader = await client({ issues: "read" });
    const mints = stumbling("POST", "/app/installations/{installation_id}/access_tokens", 0);
    const end = refusing([1], `GET ${LABELS}`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reader.request(`GET ${LABELS}`, local.at)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(mints.seen()).toBe(1);
    end();
    mints.end();
  });

  it("is discarded if GitHub refuses the new token, too, and created again for the next caller", async () => {
    const before = await client({ contents: "read" });
    const unknown = local.forge.intercept({
      beforeRequest: ({ template }) =>
        template === LABELS
          ? { kind: "answer", reply: { status: 401, headers: {}, body: Buffer.from('{"message":"Bad credentials"}') } }
          : { kind: "pass" },
    });
    timing.slept.length = 0;
    await expect(before.request(`GET ${LABELS}`, local.at)).rejects.toMatchObject({ status: 401 });
    expect(timing.slept).toEqual([1_000, 2_000, 4_000]);
    unknown();
    expect(await client({ contents: "read" })).not.toBe(before);
  });

  it("sends no known secret in any way", async () => {
    const writer = await client({ issues: "write" });
    const text = `here: ${SECRET}`;
    const label = await writer.request(`POST ${LABELS}`, {
      ...local.at,
      name: "clean",
      color: "000000",
      description: text,
    });
    expect(label.data).toMatchObject({ description: "here: [redacted]" });
    const { data: issue } = await local.as("admin").rest.issues.create({ ...local.at, title: "An issue" });
    const mutation =
      "mutation ($id: ID!, $body: String!) { addComment(input: { subjectId: $id, body: $body }) { clientMutationId } }";
    await writer.graphql(mutation, { id: issue.node_id, body: text });
    const { data: comments } = await local
      .as("admin")
      .rest.issues.listComments({ ...local.at, issue_number: issue.number });
    expect(comments.map(({ body }) => body)).toEqual(["here: [redacted]"]);
  });

  it("repeats a read after an error of GitHub", async () => {
    const stumble = stumbling("GET", LABELS, 2);
    const reader = await client({ issues: "read" });
    await expect(reader.request(`GET ${LABELS}`, local.at)).resolves.toMatchObject({ status: 200 });
    expect(stumble.seen()).toBe(3);
    stumble.end();
  });

  it("sends a write once, whatever GitHub answers, with a second between two", async () => {
    const stumble = stumbling("POST", LABELS, 1);
    const writer = await client({ issues: "write" });
    const create = (name: string) => writer.request(`POST ${LABELS}`, { ...local.at, name, color: "000000" });
    await expect(create("one")).rejects.toMatchObject({ status: 502 });
    expect(stumble.seen()).toBe(1);
    timing.slept.length = 0;
    await create("one");
    expect(timing.slept).toEqual([1_000]);
    stumble.end();
  });
});

describe("an installation", () => {
  it("is queried with the App's key, and again only after ten minutes", async () => {
    if (world.probot === undefined || world.repository === undefined) throw new Error("not started");
    const clock = fakeTiming(0);
    const stumble = stumbling("GET", "/app/installations/{installation_id}", 0);
    const lookUp = createInstallationLookup(await world.probot.auth(), clock.now);
    const { installation } = world.repository;
    expect(await lookUp(installation)).toMatchObject({
      selection: "selected",
      suspended: false,
      appId: local.forge.app.id,
      permissions: { contents: "write", issues: "write" },
    });
    clock.pass(599_999);
    await lookUp(installation);
    expect(stumble.seen()).toBe(1);
    clock.pass(1);
    await lookUp(installation);
    expect(stumble.seen()).toBe(2);
    stumble.end();
  });
});

it("a client reports what each question costs by GraphQL's count", async () => {
  const gitHub = await client({ contents: "read" });
  answers.splice(0);
  const labels =
    "issues(first: 100) { nodes { labels(first: 10) { nodes { name } } comments(first: 10) { totalCount } } }";
  const question = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { id ${labels} } }`;
  await gitHub.graphql(question, { ...local.at }).catch(() => undefined);
  await gitHub.graphql("{ viewer { login } }").catch(() => undefined);
  await gitHub.request("GET /repos/{owner}/{repo}", { ...local.at });
  expect(answers.map(({ points }) => points)).toEqual([2, 1, null]);
});
