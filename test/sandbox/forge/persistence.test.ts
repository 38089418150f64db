import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterEach, describe, expect, it } from "vitest";
import { type Forge, type ForgeOptions, startForge } from "../../../src/sandbox/forge/forge.js";
import { emptyState } from "../../../src/sandbox/forge/records/state.js";
import { newKeyPair } from "../../../src/sandbox/forge/seed.js";
import { parseState, serialiseState } from "../../../src/sandbox/forge/store.js";
import { commitOn, quiet } from "../../support/forge.js";

const keys = newKeyPair();
const folder = mkdtempSync(join(tmpdir(), "forge-test-"));
const running: Forge[] = [];
const at = { owner: "acme", repo: "product" };

async function start(options: ForgeOptions = {}): Promise<{ forge: Forge; admin: Octokit }> {
  const forge = await startForge({ keys, log: () => undefined, dataDirectory: folder, ...options });
  running.push(forge);
  return { forge, admin: new Octokit({ baseUrl: `${forge.url}/api/v3`, auth: forge.users.admin.token, log: quiet }) };
}
async function stopAll() {
  for (const forge of running.splice(0)) await forge.stop();
}
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

describe("a forge with a data directory", () => {
  it("comes back with the same App, people, issues, pull requests and git history", async () => {
    const { forge, admin } = await start();
    await admin.rest.issues.create({ ...at, title: "kept", labels: ["factory"] });
    const sha = await commitOn(admin, at, { branch: "topic", path: "a.txt", text: "a" });
    await admin.rest.pulls.create({ ...at, title: "kept, too", head: "topic", base: "main" });
    const before = { app: forge.app, users: forge.users };
    await stopAll();
    const again = await start();
    expect({ app: again.forge.app, users: again.forge.users }).toEqual(before);
    expect((await again.admin.rest.issues.get({ ...at, issue_number: 1 })).data).toMatchObject({
      title: "kept",
      labels: [{ name: "factory" }],
    });
    expect((await again.admin.rest.pulls.get({ ...at, pull_number: 2 })).data).toMatchObject({
      head: { sha },
      mergeable: true,
    });
    const { data: next } = await again.admin.rest.issues.create({ ...at, title: "third" });
    expect(next.number).toBe(3);
    await again.admin.rest.pulls.merge({ ...at, pull_number: 2 });
  });

  it("keeps its secrets to its owner", async () => {
    await start();
    await stopAll();
    expect(statSync(join(folder, "state.json")).mode & 0o777).toBe(0o600);
  });

  it("announces a ref that moved without being remembered, and delivers what it still owed", async () => {
    const { admin, forge } = await start();
    await commitOn(admin, at, { branch: "topic", path: "a.txt", text: "a" });
    const sha = await commitOn(admin, at, { branch: "topic", path: "a.txt", text: "b" });
    await admin.rest.pulls.create({ ...at, title: "moved", head: "topic", base: "main" });
    const repository = [...forge.hub.state.repositories.values()][0];
    const pull = repository?.pulls.get(1);
    const parent = (await admin.rest.git.getCommit({ ...at, commit_sha: sha })).data.parents[0]?.sha ?? "";
    // As if the forge had died after git took the push and before its memory was saved.
    repository?.refs.set("refs/heads/topic", parent);
    if (pull !== undefined) pull.head.sha = parent;
    const owed = { id: 1, guid: "owed", event: "issues", action: "opened", body: "{}", createdAt: forge.hub.now() };
    forge.hub.state.deliveries.set(1, {
      ...owed,
      installationId: null,
      repositoryId: null,
      redelivery: false,
      deliveredAt: null,
      durationSeconds: 0,
      status: "pending",
      statusCode: 0,
      requestHeaders: {},
      responseHeaders: {},
      responseBody: null,
    });
    await stopAll();
    const seen: string[] = [];
    const { createServer } = await import("node:http");
    const receiver = createServer((request, response) => {
      seen.push(`${request.headers["x-github-event"]} ${request.headers["x-github-delivery"] === "owed"}`);
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const address = receiver.address();
    const port = typeof address === "object" ? address?.port : 0;
    // Known before the start, as it would be from the snapshot.
    const snapshot = parseState(readFileSync(join(folder, "state.json"), "utf8"));
    if (snapshot.app !== null) snapshot.app.webhookUrl = `http://127.0.0.1:${port}/`;
    writeFileSync(join(folder, "state.json"), serialiseState(snapshot));
    const again = await start();
    await again.forge.idle();
    expect(seen.toSorted()).toEqual(["issues true", "pull_request false", "push false"]);
    expect((await again.admin.rest.pulls.get({ ...at, pull_number: 1 })).data.head.sha).toBe(sha);
    receiver.closeAllConnections();
    receiver.close();
  });

  it("loads a snapshot that is older than a collection", async () => {
    await start();
    await stopAll();
    const file = join(folder, "state.json");
    const text = readFileSync(file, "utf8")
      .replaceAll('"rulesets":', '"forgotten":')
      .replaceAll('"deliveries":', '"lost":');
    writeFileSync(file, text);
    const { admin } = await start();
    expect((await admin.rest.repos.getRepoRulesets(at)).data).toEqual([]);
  });

  it("refuses a busy port with the system's own error", async () => {
    const { forge } = await start();
    const port = Number(new URL(forge.url).port);
    await expect(startForge({ keys, port, log: () => undefined })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});

it("writes Maps and Sets so that they come back", () => {
  const state = emptyState();
  state.logins.set("admin", 7);
  state.tokens.set("t", { kind: "user", userId: 7, scopes: ["repo"], expiresAt: null });
  expect(parseState(serialiseState(state))).toEqual(state);
});
