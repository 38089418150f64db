/** The App's webhook: its configuration, its deliveries and their redelivery. */
import { z } from "zod";
import { type Call, param, query, readBody } from "../http/call.js";
import { notFound } from "../http/errors.js";
import { accepted, ok, type Reply, reply } from "../http/reply.js";
import { appRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import type { Hub } from "../hub.js";
import { theApp } from "../lookup.js";
import type { DeliveryRecord } from "../records/app.js";
import { deliveryItem, deliveryJson } from "../resources/app.js";
import { redeliver } from "../webhooks/events.js";

export const appHookRoutes: readonly Route[] = [
  appRoute("GET /app/hook/config", ({ hub }) => ok(hookConfig(hub))),
  appRoute("PATCH /app/hook/config", changeHookConfig),
  appRoute("GET /app/hook/deliveries", listDeliveries),
  appRoute("GET /app/hook/deliveries/{delivery_id}", (call) => ok(deliveryJson(call.hub, theDelivery(call)))),
  appRoute("POST /app/hook/deliveries/{delivery_id}/attempts", (call) => {
    redeliver(call.hub, theDelivery(call), call.responded);
    return accepted({});
  }),
];

const HookConfig = z.looseObject({ url: z.url().optional(), secret: z.string().optional() });

function changeHookConfig(call: Call): Reply {
  const app = theApp(call.hub.state);
  const { url, secret } = readBody(call, HookConfig);
  if (url !== undefined) app.webhookUrl = url;
  if (secret !== undefined) app.webhookSecret = secret;
  return ok(hookConfig(call.hub));
}

function hookConfig({ state }: Hub) {
  const { webhookUrl } = theApp(state);
  return {
    content_type: "json",
    insecure_ssl: "0",
    secret: "********",
    ...(webhookUrl === null ? {} : { url: webhookUrl }),
  };
}

/** Newest first. GitHub pages this list by cursor. */
function listDeliveries(call: Call): Reply {
  const perPage = Math.min(Number(query(call, "per_page") ?? 30), 100);
  const cursor = Number(query(call, "cursor") ?? Number.POSITIVE_INFINITY);
  const older = [...call.hub.state.deliveries.values()].filter(({ id }) => id <= cursor).reverse();
  const page = older.slice(0, perPage);
  const next = older[perPage];
  if (next === undefined) return ok(page.map(deliveryItem));
  const url = new URL(call.url);
  url.searchParams.set("cursor", String(next.id));
  return reply(200, page.map(deliveryItem), { link: `<${url.href}>; rel="next"` });
}

function theDelivery(call: Call): DeliveryRecord {
  const delivery = call.hub.state.deliveries.get(Number(param(call, "delivery_id")));
  if (delivery === undefined) throw notFound();
  return delivery;
}
