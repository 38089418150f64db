/** github.com as it is addressed where no GHE_HOST is set. Nothing leaves the machine: nock stands in for both hosts. */
import nock from "nock";
import { pino } from "pino";
import { Probot } from "probot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installationClients } from "../../../src/github/client/installation-client.js";
import { apiUrl } from "../../../src/server/env.js";
import { PRIVATE_KEY } from "../../support/secrets.js";
import { fakeTiming } from "../../support/timing.js";

const API = "https://api.github.com";
/** Where GitHub sends whoever asks for an artifact: another host, and none of its own. */
const STORAGE = "https://results.storage.example";
const TOKEN = `ghs_${"a".repeat(36)}`;
const REPOSITORY = { id: 7, installation: 3, owner: "acme", name: "product" };

beforeEach(() => {
  nock.disableNetConnect();
});
afterEach(() => {
  const left = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  expect(left).toEqual([]);
});

async function clientFor(permissions: Record<string, "read" | "write">) {
  const baseUrl = apiUrl({ GHE_HOST: undefined, GHE_PROTOCOL: "https" });
  const probot = new Probot({ appId: 12, privateKey: PRIVATE_KEY, baseUrl, log: pino({ level: "silent" }) });
  nock(API)
    .post("/app/installations/3/access_tokens", { repository_ids: [7], permissions })
    .matchHeader("authorization", /^bearer [\w-]+\.[\w-]+\.[\w-]+$/i)
    .reply(201, { token: TOKEN, expires_at: "2030-01-01T00:00:00Z" });
  const clients = await installationClients(probot, { baseUrl, timing: fakeTiming(Date.now()), limitWrites: true });
  return clients(REPOSITORY, permissions);
}

describe("on github.com", () => {
  it("a token is minted for one repository and what the step needs, and is what the step is done with", async () => {
    nock(API)
      .get("/repos/acme/product/labels")
      .matchHeader("authorization", `token ${TOKEN}`)
      .reply(200, [{ name: "factory" }]);
    const gitHub = await clientFor({ issues: "read" });
    const { data } = await gitHub.request("GET /repos/{owner}/{repo}/labels", { owner: "acme", repo: "product" });
    expect(data).toEqual([{ name: "factory" }]);
  });

  it("an artifact is fetched from its storage without the token", async () => {
    nock(API)
      .get("/repos/acme/product/actions/artifacts/5/zip")
      .matchHeader("authorization", `token ${TOKEN}`)
      .reply(302, undefined, { location: `${STORAGE}/5?signature=s` });
    nock(STORAGE, { badheaders: ["authorization"] })
      .get("/5?signature=s")
      .reply(200, "PK", { "content-type": "application/zip" });
    const gitHub = await clientFor({ actions: "read" });
    const { data } = await gitHub.request(
      "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}",
      { owner: "acme", repo: "product", artifact_id: 5, archive_format: "zip" },
    );
    expect(Buffer.from(data as ArrayBuffer).toString()).toBe("PK");
  });
});
