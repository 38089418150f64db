import type { Call } from "../forge/http/call.js";
import { forbidden } from "../forge/http/errors.js";

/**
 * Pages ask for no password, so only this machine's own pages may use them. Another site can point its own name at this
 * address (the Host header shows it) or send a form (the Origin header shows it).
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
