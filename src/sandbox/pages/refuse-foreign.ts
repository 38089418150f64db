import type { Call } from "../forge/http/call.js";
import { forbidden } from "../forge/http/errors.js";

/**
 * Pages ask for no password, so only this machine's own pages may use them. Another site can point a name of its own at
 * this address (the Host gives it away), or send a form here (the Origin does).
 */
export function refuseForeign({ hub, headers, method }: Call): void {
  const { host, port } = new URL(hub.urls.origin);
  const hosts = [host, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? "")) throw forbidden(`These pages are at ${hub.urls.origin}/ only.`);
  if (method !== "POST") return;
  const site = headers["sec-fetch-site"] ?? "same-origin";
  const origin = headers.origin ?? "";
  if (site !== "same-origin" || !hosts.some((own) => origin === `http://${own}`)) {
    throw forbidden("Forms are taken from these pages only.");
  }
}
