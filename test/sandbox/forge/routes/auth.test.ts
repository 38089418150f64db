import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { refusal, useForge } from "../../../support/forge.js";

const clock = { skew: 0 };
const local = useForge({ clock: () => Date.now() + clock.skew });

const now = () => Math.floor((Date.now() + clock.skew) / 1000);

function jwt(claims: object, options: { key?: string; alg?: string } = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: options.alg ?? "RS256", typ: "JWT" })}.${part(claims)}`;
  const key = createPrivateKey(options.key ?? local.forge.app.privateKey);
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), key).toString("base64url")}`;
}

const claims = (changes: object = {}) => ({ iss: local.forge.app.id, iat: now() - 30, exp: now() + 540, ...changes });

describe("the App's JWT", () => {
  it("is accepted with the App's id or client id as issuer", async () => {
    const { data: app } = await local.token(jwt(claims())).rest.apps.getAuthenticated();
    expect(app?.id).toBe(local.forge.app.id);
    const byClientId = jwt(claims({ iss: app?.client_id }));
    expect((await local.token(byClientId).rest.apps.getAuthenticated()).data?.slug).toBe(local.forge.app.slug);
  });

  const otherKey = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  }).privateKey;

  it.each([
    ["another key", () => jwt(claims(), { key: otherKey }), 401, "could not be decoded"],
    ["another algorithm", () => jwt(claims(), { alg: "HS256" }), 401, "could not be decoded"],
    ["missing claims", () => jwt({ iss: local.forge.app.id }), 401, "could not be decoded"],
    ["another issuer", () => jwt(claims({ iss: 1 })), 404, "Integration not found"],
    ["expired", () => jwt(claims({ exp: now() - 1 })), 401, "must be a numeric value representing the future"],
    ["longer than ten minutes", () => jwt(claims({ exp: now() + 660 })), 401, "too far in the future"],
    ["issued in the future", () => jwt(claims({ iat: now() + 120 })), 401, "'Issued at' claim"],
  ])("is refused: %s", async (_why, token, status, message) => {
    const answer = await refusal(local.token(token()).rest.apps.getAuthenticated());
    expect(answer).toMatchObject({ status, message: expect.stringContaining(message) });
  });

  it("opens the App's own routes only", async () => {
    const app = local.token(jwt(claims()));
    expect(await refusal(app.rest.issues.listForRepo(local.at))).toMatchObject({ status: 403 });
    expect(await refusal(local.as("admin").rest.apps.getAuthenticated())).toMatchObject({ status: 401 });
  });
});

describe("an installation token", () => {
  it("expires after an hour", async () => {
    const bot = await local.bot({});
    await bot.rest.repos.get(local.at);
    clock.skew = 3_590_000;
    await bot.rest.repos.get(local.at);
    clock.skew = 3_601_000;
    expect(await refusal(bot.rest.repos.get(local.at))).toMatchObject({ status: 401, message: "Bad credentials" });
    clock.skew = 0;
  });

  it("has the shape that redaction must know", async () => {
    const { data } = await local.app().rest.apps.getRepoInstallation(local.at);
    const minted = await local.app().rest.apps.createInstallationAccessToken({ installation_id: data.id });
    expect(minted.data.token).toMatch(new RegExp(`^ghs_${local.forge.app.id}_[\\w-]+\\.[\\w-]+\\.[\\w-]+$`));
    expect(minted.data.permissions).toMatchObject({ contents: "write", metadata: "read" });
  });

  it("can be narrowed to permissions and cannot be widened", async () => {
    const bot = await local.bot({ permissions: { issues: "read" } });
    expect((await bot.rest.issues.listForRepo(local.at)).status).toBe(200);
    const attempt = { ...local.at, title: "no" };
    expect(await refusal(bot.rest.issues.create(attempt))).toEqual({
      status: 403,
      message: "Resource not accessible by integration",
    });
    expect(await refusal(local.bot({ permissions: { secrets: "write" } }))).toMatchObject({ status: 422 });
    expect(await refusal(local.bot({ permissions: { administration: "write" } }))).toMatchObject({ status: 422 });
  });

  it("can be narrowed to repositories: another one does not exist for it", async () => {
    const admin = local.as("admin");
    const { data: secret } = await admin.rest.repos.createInOrg({ org: local.at.owner, name: "secret", private: true });
    const { data: installation } = await local.app().rest.apps.getRepoInstallation(local.at);
    const select = { installation_id: installation.id, repository_id: secret.id };
    await admin.rest.apps.addRepoToInstallationForAuthenticatedUser(select);
    const there = { owner: local.at.owner, repo: "secret" };
    expect((await (await local.bot({})).rest.repos.get(there)).status).toBe(200);
    const { data: product } = await admin.rest.repos.get(local.at);
    const narrow = await local.bot({ repository_ids: [product.id] });
    expect(await refusal(narrow.rest.repos.get(there))).toMatchObject({ status: 404 });
    expect(await refusal(narrow.request("GET /repositories/{id}", { id: secret.id }))).toMatchObject({ status: 404 });
    expect((await narrow.rest.repos.listForOrg({ org: local.at.owner })).data.map(({ name }) => name)).toEqual([
      "product",
    ]);
    const { data: visible } = await narrow.rest.apps.listReposAccessibleToInstallation();
    expect(visible.repositories.map(({ name }) => name)).toEqual(["product"]);
    expect(await refusal(local.bot({ repository_ids: [1] }))).toMatchObject({ status: 422 });
    await admin.rest.apps.removeRepoFromInstallationForAuthenticatedUser(select);
    expect(await refusal((await local.bot({})).rest.repos.get(there))).toMatchObject({ status: 404 });
  });

  it("can be revoked", async () => {
    const bot = await local.bot({});
    await bot.rest.apps.revokeInstallationAccessToken();
    expect(await refusal(bot.rest.repos.get(local.at))).toMatchObject({ status: 401 });
  });

  it("does not open another public repository for writing, but for reading", async () => {
    await local.as("admin").rest.repos.createInOrg({ org: local.at.owner, name: "public-neighbour" });
    const there = { owner: local.at.owner, repo: "public-neighbour" };
    const bot = await local.bot({});
    expect((await bot.rest.repos.get(there)).status).toBe(200);
    expect(await refusal(bot.rest.issues.create({ ...there, title: "no" }))).toMatchObject({ status: 403 });
  });
});

describe("people", () => {
  it("may use token, Bearer and Basic", async () => {
    const { login, token } = local.forge.users.write;
    const basic = Buffer.from(`${login}:${token}`).toString("base64");
    const asUserName = Buffer.from(`${token}:x-oauth-basic`).toString("base64");
    for (const authorization of [`token ${token}`, `Bearer ${token}`, `Basic ${basic}`, `Basic ${asUserName}`]) {
      const answer = await fetch(`${local.forge.url}/api/v3/user`, { headers: { authorization } });
      expect(((await answer.json()) as { login: string }).login).toBe(login);
    }
  });

  it.each(["Bearer nonsense", "Digest x"])("are refused with bad credentials: %s", async (authorization) => {
    const answer = await fetch(`${local.forge.url}/api/v3/user`, { headers: { authorization } });
    expect(answer.status).toBe(401);
  });

  it("who are anonymous may read what is public and do nothing", async () => {
    expect((await local.anonymous().rest.repos.get(local.at)).status).toBe(200);
    expect(await refusal(local.anonymous().rest.issues.create({ ...local.at, title: "no" }))).toMatchObject({
      status: 401,
    });
    expect(await refusal(local.anonymous().rest.users.getAuthenticated())).toMatchObject({ status: 401 });
  });

  it.each([
    ["stranger", "issues", 201],
    ["stranger", "labels", 403],
    ["read", "labels", 403],
    ["write", "labels", 201],
    ["write", "settings", 403],
    ["admin", "settings", 200],
  ] as const)("as %s: %s answers %i", async (person, what, status) => {
    const client = local.as(person);
    const calls = {
      issues: () => client.rest.issues.create({ ...local.at, title: "A question" }),
      labels: () => client.rest.issues.createLabel({ ...local.at, name: `label-${person}`, color: "ffffff" }),
      settings: () => client.rest.repos.update({ ...local.at, description: "one" }),
    };
    const answer: Promise<{ status: number }> = calls[what]();
    expect((status < 400 ? await answer : await refusal(answer)).status).toBe(status);
  });

  it("who do not belong to a private repository cannot see it", async () => {
    await local.as("admin").rest.repos.createInOrg({ org: local.at.owner, name: "private-one", private: true });
    const there = { owner: local.at.owner, repo: "private-one" };
    for (const client of [local.as("stranger"), local.as("write"), local.anonymous()]) {
      expect(await refusal(client.rest.repos.get(there))).toEqual({ status: 404, message: "Not Found" });
    }
  });
});

describe("a suspended installation", () => {
  it("keeps its tokens from working and gives out no new ones, until it is unsuspended", async () => {
    const bot = await local.bot({});
    const app = local.app();
    const { data } = await app.rest.apps.getRepoInstallation(local.at);
    await local.news();
    await app.rest.apps.suspendInstallation({ installation_id: data.id });
    expect(await refusal(bot.rest.repos.get(local.at))).toMatchObject({
      status: 403,
      message: "This installation has been suspended",
    });
    expect(await refusal(local.bot({}))).toMatchObject({ status: 403 });
    await local.as("read").rest.issues.create({ ...local.at, title: "unheard" });
    await app.rest.apps.unsuspendInstallation({ installation_id: data.id });
    expect((await bot.rest.repos.get(local.at)).status).toBe(200);
    expect((await local.news()).map(({ payload }) => payload.action)).toEqual(["suspend", "unsuspend"]);
  });
});
