import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** The pages that comments may cite, by the name they are cited under. */
export const DESIGN_PAGES = {
  "decisions.md": ".github/design/decisions.md",
  "requirements.md": ".github/design/requirements.md",
} as const;

export type DesignPage = keyof typeof DESIGN_PAGES;

/** `decisions.md#blocked-is-derived`; the anchor is undefined where a page is named without a heading. */
export type Citation = { readonly page: DesignPage; readonly anchor: string | undefined };

const NOT_TEXT = /\.(?:png|jpg|gif|ico|woff2?)$/;

/** Every text file below these folders, by its path in the repository. */
export function textFiles(root: string, folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !NOT_TEXT.test(entry.name))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")),
    )
    .filter((file) => !file.includes("node_modules/"))
    .sort();
}

/** The headings of a Markdown page, without those that a fenced block only shows. */
export function headingsOf(markdown: string): string[] {
  const outside = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...outside.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = ""]) => heading);
}

/**
 * The anchor that GitHub gives a heading: lower case, no punctuation but hyphens and underscores, hyphens for spaces. A
 * heading that occurs twice would get a number; the pages have none, so that no anchor depends on another heading.
 */
export function anchorOf(heading: string): string {
  const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");
  return shown
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** With an anchor, or by its bare name. A path without an anchor only says where the file is. */
const CITATION = /\b(decisions|requirements)\.md#([\w-]+)|(?<![\w/-])(decisions|requirements)\.md(?!#)/g;

/** What a file cites. A Markdown page cites by links, and may also show how a citation looks. */
export function citationsIn(file: string, text: string): Citation[] {
  const cited = file.endsWith(".md") ? [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target) : [text];
  return cited.flatMap((words) =>
    [...(words ?? "").matchAll(CITATION)].map(([, page, anchor, bare]) => ({
      page: `${page ?? bare}.md` as DesignPage,
      anchor,
    })),
  );
}

/** The words that people read: in TypeScript comments, strings and templates; elsewhere everything. */
function proseOf(file: string, text: string): string {
  if (!/\.[cm]?[jt]s$/.test(file)) return text;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, string>();
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, text.slice(pos, end));
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      literals.push(node.text);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...comments.values(), ...literals].join("\n");
}

/** Spellings by which comments once cited documents that are not in the repository. */
const OUTSIDE: readonly RegExp[] = [
  /\b(?:RULES|DESIGN|TECH|STYLE)\b(?:\.md)?/,
  /\bGITHUB(?:\.md\b|[,)])/,
  /\b[Ss]eeds? 0\d\d\b/,
  /\bGatekeeper\b/,
  /\/work\/shared\b/,
];

/** A section number that stands alone names a section of nothing: "(13.5)", "(13.5, step 8d)", "§12". Prose in comments only. */
const BARE_SECTION = /\(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?(?:, [^)]*)?\)|(?:^|[\s(])§ ?\d/;

/** Random numbers have seeds, too; "the seed" is suspect where none are drawn. */
const DRAWS = /^(?:src\/sandbox|test\/(?:e2e|fuzz|loop|redaction|sandbox|soak|support))\/|SECURITY\.md$/;
const THE_SEED = /\b[Tt]he seed(?:'s)?\b/;

/** The words of a file that cite something outside the repository. */
export function outsideWordsIn(file: string, text: string): string[] {
  const patterns = [...OUTSIDE, ...(DRAWS.test(file) ? [] : [THE_SEED])];
  // Only a file that has such words anywhere is worth being parsed.
  const words = patterns.some((pattern) => pattern.test(text)) ? proseOf(file, text) : "";
  const comments = BARE_SECTION.test(text) ? commentLinesOf(file, text) : "";
  return [...patterns.map((pattern) => pattern.exec(words)?.[0]), BARE_SECTION.exec(comments)?.[0]].filter(
    (word) => word !== undefined,
  );
}

/** Lines that begin as a comment. Code and data have numbers in brackets of their own. */
function commentLinesOf(file: string, text: string): string {
  if (!/\.(?:[cm]?[jt]s|ya?ml)$/.test(file)) return "";
  return text
    .split("\n")
    .filter((line) => /^\s*(?:\/\/|\/?\*|#)/.test(line))
    .join("\n");
}

export const readText = (root: string, file: string): string => readFileSync(path.join(root, file), "utf8");
