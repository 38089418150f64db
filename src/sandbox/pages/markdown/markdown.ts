/**
 * GitHub's Markdown: tables, task lists, folds, raw HTML. The result is cleaned by hast-util-sanitize, whose default
 * schema is GitHub's own. Every text of people or models passes through here.
 */

import { raw } from "hast-util-raw";
import { sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { newlineToBreak } from "mdast-util-newline-to-break";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import { type Html, html, trusted } from "../html.js";
import { affordable } from "./affordable.js";
import { showAlerts } from "./alerts.js";
import { finishLinks, type Surroundings } from "./finish-links.js";
import { linkReferences } from "./link-references.js";

/** The place of a text. `lines: "kept"` is for conversations, where GitHub keeps every line break. */
export type MarkdownPlace = Surroundings & { readonly lines: "kept" | "joined" };

export type Markdown = (text: string, place: MarkdownPlace) => Html;

/** A page that refreshes shows mostly the same texts again. */
const REMEMBERED = 500;

export function createMarkdown(): Markdown {
  const known = new Map<string, Html>();
  return (text, place) => {
    const key = JSON.stringify([text, place]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED) known.clear();
    const made = renderMarkdown(text, place);
    known.set(key, made);
    return made;
  };
}

export function renderMarkdown(text: string, place: MarkdownPlace): Html {
  const { rendered, rest } = affordable(text);
  if (rest.trim() === "") return renderAll(rendered, place);
  return html`${renderAll(rendered, place)}<p><em>From here on the text is shown as it was written: it is too long or too complex to be rendered.</em></p><pre>${rest}</pre>`;
}

function renderAll(text: string, place: MarkdownPlace): Html {
  const tree: Root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  linkReferences(tree, place);
  if (place.lines === "kept") newlineToBreak(tree);
  // The sanitiser adds the prefix to footnotes, like to every other id.
  const rough = raw(toHast(tree, { allowDangerousHtml: true, clobberPrefix: "" }));
  return trusted(toHtml(showAlerts(finishLinks(sanitize(rough), place))));
}
