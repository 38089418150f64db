import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeMiddleware, createProbot } from "probot";
import { afterAll, expect, it } from "vitest";
import { useForge } from "../../../support/forge.js";

const local = useForge();
const started: { server?: Server } = {};
afterAll(() => {
  started.server?.closeAllConnections();
  started.server?.close();
});

it("the forge serves a real Probot App, pointed at it as at an Enterprise Server", async () => {
  const env = {
    APP_ID: String(local.forge.app.id),
    PRIVATE_KEY: local.forge.app.privateKey,
    WEBHOOK_SECRET: local.forge.app.webhookSecret,
    GHE_HOST: local.forge.host,
    GHE_PROTOCOL: "http",
    LOG_LEVEL: "fatal",
  } as const;
  const probot = createProbot({ env });
  const answered: Promise<void>[] = [];
  const middleware = await createNodeMiddleware(
    (app) => {
      app.on("issues.opened", (context) => {
        answered.push(
          context.octokit.rest.issues
            .createComment(context.issue({ body: `Hello, ${context.payload.sender.login}` }))
            .then(() => undefined),
        );
      });
    },
    { probot, webhooksPath: "/hooks" },
  );
  started.server = createServer((request, response) => void middleware(request, response));
  await new Promise<void>((resolve) => started.server?.listen(0, "127.0.0.1", resolve));
  local.forge.setWebhookUrl(`http://127.0.0.1:${(started.server.address() as AddressInfo).port}/hooks`);
  const { data: issue } = await local.as("write").rest.issues.create({ ...local.at, title: "Anybody there?" });
  await local.forge.idle();
  await Promise.all(answered);
  const { data: comments } = await local
    .as("read")
    .rest.issues.listComments({ ...local.at, issue_number: issue.number });
  expect(comments.map(({ body, user }) => [body, user?.login])).toEqual([["Hello, writer", "software-factory[bot]"]]);
});
