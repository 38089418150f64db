/**
 * Signed addresses of files. Anyone with an address can download the file for a minute, without a token
 * (decisions.md#github-actions).
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.js";
import type { Call } from "./call.js";
import { forbidden, GitHubError } from "./errors.js";
import { type Reply, rawReply } from "./reply.js";
import type { Mount } from "./server.js";

const LIFETIME_MS = 60_000;
const PREFIX = "/_downloads/";

type Download = { readonly body: Buffer; readonly contentType: string };

export type Downloads = {
  /** Creates an address. `read` is called at the download. */
  link(name: string, read: () => Promise<Download>): string;
  readonly mount: Mount;
};

export function createDownloads(origin: string, clock: Clock): Downloads {
  const key = randomBytes(32);
  const offered = new Map<string, { readonly expires: number; readonly read: () => Promise<Download> }>();
  const sign = (path: string, expires: string) => createHmac("sha256", key).update(`${path}\n${expires}`).digest("hex");

  const serve = async ({ url, method }: Call): Promise<Reply> => {
    if (method !== "GET" && method !== "HEAD") throw new GitHubError(405, "Only GET is possible here");
    const expires = url.searchParams.get("expires") ?? "";
    const given = Buffer.from(url.searchParams.get("signature") ?? "");
    const expected = Buffer.from(sign(url.pathname, expires));
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw forbidden("The signature does not match");
    const offer = offered.get(url.pathname);
    if (offer === undefined || clock() >= offer.expires) throw forbidden("The signature has expired");
    const { body, contentType } = await offer.read();
    return rawReply(200, body, contentType);
  };

  return {
    link(name, read) {
      for (const [path, { expires }] of offered) if (expires <= clock()) offered.delete(path);
      const path = `${PREFIX}${randomBytes(8).toString("hex")}/${encodeURIComponent(name)}`;
      const expires = clock() + LIFETIME_MS;
      offered.set(path, { expires, read });
      return `${origin}${path}?expires=${expires}&signature=${sign(path, String(expires))}`;
    },
    mount: (call) => (call.url.pathname.startsWith(PREFIX) ? serve(call) : undefined),
  };
}
