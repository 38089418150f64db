import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AppProcess, type BuiltApp, buildApp, startAppProcess } from "../support/app-process.js";
import { startFactoryWorld } from "../support/factory-world.js";
import { expectNothingTwice } from "../support/nothing-twice.js";
import { outcomeOf, runStory, stateNow } from "../support/product-story.js";
import { until } from "../support/until.js";

const made: { app?: BuiltApp } = {};
beforeAll(async () => {
  made.app = await buildApp();
});
afterAll(() => made.app?.remove());

/** Every delivery to every replica, at the same time: as bad as a load balancer that repeats can be. */
async function fanOut(urls: readonly string[]): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { host: _host, connection: _connection, "content-length": _length, ...passedOn } = headers;
    const body = Buffer.concat(chunks);
    await Promise.all(
      urls.map(async (url) =>
        (await fetch(`${url}${request.url}`, { method: "POST", headers: passedOn, body })).text(),
      ),
    );
    response.writeHead(202).end("accepted");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

it("the state loses no update and does nothing twice when two Apps hear everything at the same time", async () => {
  const { app } = made;
  if (app === undefined) throw new Error("the App was not built");
  const world = await startFactoryWorld();
  const replicas: AppProcess[] = [];
  try {
    for (let count = 0; count < 2; count += 1) replicas.push(await startAppProcess(app, await world.variables()));
    const balancer = await fanOut(replicas.map(({ url }) => url));
    world.forge.setWebhookUrl(`${balancer.url}/api/github/webhooks`);
    const { issue } = await runStory(world);
    await world.as("admin").rest.issues.createComment({ ...world.at, issue_number: issue, body: "/factory pause" });
    await until("the pause", async () => (await stateNow(world))?.project?.status === "PAUSED");
    const answers = async () => (await outcomeOf(world)).comments.filter((line) => line.includes("answer:"));
    await until("the last answer", async () => (await answers()).length >= 3);
    await world.forge.idle();
    const outcome = await outcomeOf(world);
    balancer.close();
    expectNothingTwice(outcome);
    expect(outcome.events.filter((event) => event === "project-updated project-paused")).toHaveLength(1);
    expect(outcome.events.filter((event) => event === "spec-drafted")).toHaveLength(2);
    expect(outcome.comments.filter((line) => line.includes("answer:"))).toHaveLength(3);
  } finally {
    for (const replica of replicas) await replica.kill();
    await world.stop();
  }
});
