import type { CheckAnnotation } from "../../../forge/records/check.js";
import { type Html, html } from "../../html.js";
import { icon } from "../icon.js";

/** An annotation of a check. It is plain text, like on GitHub. */
export function annotationNote({ level, path, startLine, endLine, title, message, rawDetails }: CheckAnnotation): Html {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  return html`<div class="annotation ${level}"><p>${icon(level)} <strong>${title ?? level}</strong> <span class="path">${path}</span> <span class="quiet">${lines}</span></p><p class="plain">${message}</p>${rawDetails !== null && html`<details class="fold"><summary>Details</summary><pre>${rawDetails}</pre></details>`}</div>`;
}
