/** A step's log. Terminal colours are removed, and the runner's markers become styles. */
import { stripVTControlCharacters } from "node:util";
import type { LogLine } from "../../../forge/action-files.js";
import { type Html, html } from "../../html.js";

const MARK = /^##\[(error|warning|notice|group|endgroup|debug|command|section)\]/;

export function logLines(lines: readonly LogLine[]): Html {
  return html`<ol class="log">${lines.map(({ at, line }) => {
    const text = stripVTControlCharacters(line);
    const mark = MARK.exec(text)?.[1];
    if (mark === "endgroup") return undefined;
    return html`<li class="${mark ?? "plain"}" title="${at}">${text.replace(MARK, "")}</li>`;
  })}</ol>`;
}
