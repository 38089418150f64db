/**
 * The files of a page: its style, its script, and Mermaid from its package. There is no build step and no other server.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Call } from "../forge/http/call.js";
import { notFound } from "../forge/http/errors.js";
import type { Reply } from "../forge/http/reply.js";
import { PAGE_HEADERS } from "./page-reply.js";
import { avatarImage } from "./parts/person.js";

export type Asset = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/** Read from the source folder, because the build contains programs only. */
const FOLDER = new URL("../../../src/sandbox/pages/assets/", import.meta.url);
/** In this order, because a later file may override an earlier one. */
const STYLES = ["ground", "frame", "marks", "lists", "conversation", "forms", "code", "prose", "narrow"];
const SCRIPT = "text/javascript; charset=utf-8";

/**
 * A diagram is drawn in its own frame without an origin, which may load only Mermaid. Mermaid writes styles into the
 * page, and its input is untrusted.
 */
const DIAGRAM_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts";

export function loadAssets(): ReadonlyMap<string, Asset> {
  const own = (name: string) => readFileSync(new URL(name, FOLDER));
  const require = createRequire(import.meta.url);
  const mermaid = require.resolve("@mermaid-js/tiny");
  return new Map([
    ["page.css", asset(Buffer.concat(STYLES.map((name) => own(`style/${name}.css`))), "text/css; charset=utf-8")],
    ["page.js", asset(own("page.js"), SCRIPT)],
    ["live.js", asset(own("live.js"), SCRIPT)],
    ["diagram-frames.js", asset(own("diagram-frames.js"), SCRIPT)],
    ["icon.svg", asset(own("icon.svg"), "image/svg+xml")],
    [
      "diagram.html",
      asset(own("diagram.html"), "text/html; charset=utf-8", { "content-security-policy": DIAGRAM_POLICY }),
    ],
    ["diagram.js", asset(own("diagram.js"), SCRIPT, OPEN)],
    ["mermaid.js", asset(readFileSync(mermaid), SCRIPT, OPEN)],
  ]);
}

/** For its own server, a frame without an origin is another site. */
const OPEN = { "cross-origin-resource-policy": "cross-origin" } as const;

function asset(body: Buffer, contentType: string, headers: Readonly<Record<string, string>> = {}): Asset {
  return { body, headers: { ...PAGE_HEADERS, "content-type": contentType, ...headers } };
}

export function assetReply(assets: ReadonlyMap<string, Asset>, { params }: Call): Reply {
  const found = assets.get(params.asset ?? "");
  if (found === undefined) throw notFound();
  return { status: 200, ...found };
}

export function avatarReply({ hub, params }: Call): Reply {
  const account = hub.state.accounts.get(Number(params.id));
  if (account === undefined) throw notFound();
  return { status: 200, ...asset(Buffer.from(avatarImage(account)), "image/svg+xml") };
}
