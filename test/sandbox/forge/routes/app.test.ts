import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { refusal, useForge } from "../../../support/forge.js";

const local = useForge();

describe("the App", () => {
  it("knows itself and its installations", async () => {
    const { data: app } = await local.app().rest.apps.getAuthenticated();
    expect(app).toMatchObject({ id: local.forge.app.id, slug: "software-factory", installations_count: 1 });
    const { data: all } = await local.app().rest.apps.listInstallations();
    expect(all).toHaveLength(1);
    const { data: one } = await local.app().rest.apps.getInstallation({ installation_id: all[0]?.id ?? 0 });
    expect(one.repository_selection).toBe("selected");
  });

  it("is told nothing of events it does not subscribe to, and nothing of repositories it is not on", async () => {
    await local.news();
    const admin = local.as("admin");
    await admin.rest.repos.createInOrg({ org: local.at.owner, name: "elsewhere" });
    await admin.rest.issues.create({ owner: local.at.owner, repo: "elsewhere", title: "not for you" });
    expect(await local.news()).toEqual([]);
    const installation = [...local.forge.hub.state.installations.values()][0];
    if (installation !== undefined) installation.events = installation.events.filter((event) => event !== "issues");
    await admin.rest.issues.create({ ...local.at, title: "unsubscribed" });
    installation?.events.push("issues");
    await admin.rest.issues.create({ ...local.at, title: "subscribed" });
    expect((await local.news()).map(({ payload }) => payload.issue?.title)).toEqual(["subscribed"]);
  });
});

describe("the delivery log", () => {
  it("lists newest first by cursor, shows request and response, and redelivers with the same GUID", async () => {
    const admin = local.as("admin");
    await local.news();
    for (const title of ["first", "second", "third"]) await admin.rest.issues.create({ ...local.at, title });
    await local.forge.idle();
    const app = local.app();
    const page = await app.rest.apps.listWebhookDeliveries({ per_page: 2 });
    expect(page.data).toHaveLength(2);
    const cursor = /cursor=(\d+)/.exec(page.headers.link ?? "")?.[1] ?? "";
    const next = await app.rest.apps.listWebhookDeliveries({ per_page: 2, cursor });
    const [third, second] = page.data;
    expect([third?.id, second?.id, next.data[0]?.id].map(Number)).toEqual(
      [third?.id, second?.id, next.data[0]?.id].map(Number).toSorted((a, b) => b - a),
    );
    expect(third).toMatchObject({
      event: "issues",
      action: "opened",
      status: "OK",
      status_code: 202,
      redelivery: false,
    });
    const shown = await app.rest.apps.getWebhookDelivery({ delivery_id: Number(third?.id) });
    expect(shown.data.request.payload).toMatchObject({ issue: { title: "third" } });
    expect(shown.data.response.payload).toBe("accepted");
    await local.news();
    await app.rest.apps.redeliverWebhookDelivery({ delivery_id: Number(third?.id) });
    const [again, ...more] = await local.news();
    expect(more).toEqual([]);
    expect(again).toMatchObject({ delivery: third?.guid, payload: { issue: { title: "third" } } });
    const { data: after } = await app.rest.apps.listWebhookDeliveries({ per_page: 1 });
    expect(after[0]).toMatchObject({ guid: third?.guid, redelivery: true });
    expect(await refusal(app.rest.apps.redeliverWebhookDelivery({ delivery_id: 1 }))).toMatchObject({ status: 404 });
  });

  it("records a receiver that fails or is not there, and tries no second time", async () => {
    const calls: string[] = [];
    const failing = createServer((request, response) => {
      calls.push(String(request.headers["x-github-event"]));
      response.writeHead(500).end("broken");
    });
    await new Promise<void>((resolve) => failing.listen(0, "127.0.0.1", resolve));
    const app = local.app();
    const { data: before } = await app.rest.apps.getWebhookConfigForApp();
    const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}/`;
    await app.request("PATCH /app/hook/config", { data: { url } });
    await local.as("read").rest.issues.create({ ...local.at, title: "lost" });
    await local.forge.idle();
    expect(calls).toEqual(["issues"]);
    const [failed] = (await app.rest.apps.listWebhookDeliveries({ per_page: 1 })).data;
    expect(failed).toMatchObject({ status_code: 500, status: "Invalid HTTP Response: 500" });
    failing.closeAllConnections();
    await new Promise((resolve) => failing.close(resolve));
    await local.as("read").rest.issues.create({ ...local.at, title: "lost, too" });
    await local.forge.idle();
    const [nobody] = (await app.rest.apps.listWebhookDeliveries({ per_page: 1 })).data;
    expect(nobody).toMatchObject({ status_code: 0, status: "failed to connect to host" });
    await app.request("PATCH /app/hook/config", { data: { url: before.url } });
  });
});

describe("uninstalling", () => {
  it("tells the App, ends its tokens and its webhooks", async () => {
    const bot = await local.bot({});
    const { data } = await local.app().rest.apps.getRepoInstallation(local.at);
    await local.news();
    await local.app().rest.apps.deleteInstallation({ installation_id: data.id });
    await local.as("admin").rest.issues.create({ ...local.at, title: "unheard" });
    const news = await local.news();
    expect(news.map(({ event, payload }) => `${event}.${payload.action}`)).toEqual(["installation.deleted"]);
    expect(await refusal(bot.rest.repos.get(local.at))).toMatchObject({ status: 401 });
    expect(await refusal(local.app().rest.apps.getRepoInstallation(local.at))).toMatchObject({ status: 404 });
  });
});
