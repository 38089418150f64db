import { createHmac, randomUUID } from "node:crypto";
import { Probot, Server } from "probot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { app } from "../../src/app.js";
import { NotAccepted } from "../../src/errors.js";
import { createLog } from "../../src/operation/create-log.js";
import { freePort } from "../../src/sandbox/free-port.js";

const SECRET = "s";
const PAYLOAD = JSON.stringify({
  action: "opened",
  repository: { id: 1, name: "product", owner: { login: "acme" } },
  installation: { id: 2 },
  sender: { type: "User", login: "ada" },
});

const started: { server?: Server; url?: string; isKept: boolean } = { isKept: false };

beforeAll(async () => {
  const port = await freePort();
  const log = createLog("silent", (text) => text);
  const server = new Server({
    port,
    host: "127.0.0.1",
    log,
    Probot: Probot.defaults({ log, appId: 1, githubToken: "test", secret: SECRET }),
  });
  await server.load((probot) =>
    app(probot, {
      look: async () => {
        if (!started.isKept) throw new NotAccepted("the database is away");
      },
      delivered: () => {},
      ownLogin: "factory[bot]",
    }),
  );
  await server.start();
  Object.assign(started, { server, url: `http://127.0.0.1:${port}/api/github/webhooks` });
});
afterAll(() => started.server?.stop());

async function deliver(): Promise<number> {
  const signature = createHmac("sha256", SECRET).update(PAYLOAD).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-github-event": "issues",
    "x-github-delivery": randomUUID(),
    "x-hub-signature-256": `sha256=${signature}`,
  };
  return (await fetch(started.url ?? "", { method: "POST", headers, body: PAYLOAD })).status;
}

it("refuses a delivery that could not be kept, with a status that GitHub's log shows", async () => {
  expect(await deliver()).toBe(503);
});

it("acknowledges one that was kept", async () => {
  started.isKept = true;
  expect(await deliver()).toBe(200);
});
