/** The changed files, line by line, with the comments about a line below it. */
import type { FileDiff } from "../../forge/git/diff.js";
import { type Html, html, type Part } from "../html.js";
import { type PatchRow, patchRows } from "./patch-rows.js";

/** The content below a row, such as a comment. Most rows have none. */
export type BelowRow = (row: PatchRow) => Part;

const SIGNS = { added: "+", removed: "-", same: " ", note: " " } as const;
/** Larger patches are folded to keep the page readable. */
const FOLDED_FROM_ROWS = 800;
/** The factory's own records are folded, like GitHub folds generated files, because reviewers look for the code. */
const isRecord = (path: string): boolean => path.startsWith(".factory/");

export function diffTable(patch: string, below: BelowRow = () => undefined): Html {
  return html`<table class="diff"><colgroup><col class="number"><col class="number"><col></colgroup><tbody>${patchRows(patch).map((row) => html`${rowOf(row)}${belowRow(below(row))}`)}</tbody></table>`;
}

function rowOf(row: PatchRow): Html {
  if (row.kind === "hunk") return html`<tr class="hunk"><td colspan="3">${row.text}</td></tr>`;
  return html`<tr class="${row.kind}"><td class="number">${row.left ?? ""}</td><td class="number">${row.right ?? ""}</td><td class="line"><span class="change">${SIGNS[row.kind]}</span><span class="text">${row.text}</span></td></tr>`;
}

function belowRow(content: Part): Html | undefined {
  if (content === undefined || (Array.isArray(content) && content.length === 0)) return undefined;
  return html`<tr class="below"><td colspan="3">${content}</td></tr>`;
}

/** `href` is where the file can be read; a removed one has nowhere. `hasNotes`: somebody said something in it. */
export type FileParts = {
  readonly href: string;
  readonly above?: Part;
  readonly below?: BelowRow;
  readonly hasNotes?: boolean;
};

export function fileCard(file: FileDiff, { href, above, below, hasNotes = false }: FileParts): Html {
  const id = fileAnchor(file.filename);
  const name = file.previousFilename === null ? file.filename : `${file.previousFilename} → ${file.filename}`;
  const isShort = file.patch === null || file.patch.split("\n").length < FOLDED_FROM_ROWS;
  const open = isShort && (hasNotes || !isRecord(file.filename));
  return html`<details class="file" id="${id}" data-live="block"${open && html` open`}><summary><span class="path">${name}</span><span class="tag">${file.status}</span>${changeCount(file)}${file.status !== "removed" && html`<a class="quiet" href="${href}">View</a>`}</summary>
${above}${file.patch === null ? html`<p class="card-note">No lines to show: a binary file, or a change of name alone.</p>` : diffTable(file.patch, below)}</details>`;
}

export const fileAnchor = (path: string): string => `file-${encodeURIComponent(path)}`;

export function changeCount({ additions, deletions }: Pick<FileDiff, "additions" | "deletions">): Html {
  return html`<span class="changes"><span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></span>`;
}
