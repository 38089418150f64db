import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** Everything that happens inside a paragraph. Blocks are found without it. */
const INLINE_CONSTRUCTS = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "emailAutolink",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
  "protocolAutolink",
  "strikethrough",
  "tasklistCheck",
  "wwwAutolink",
];

// The transforms only find more bare links, and the nodes they make have no position.
const mdastExtensions = gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension);
const blockExtensions = [gfm(), { disable: { null: INLINE_CONSTRUCTS } }];
const allExtensions = [gfm()];

/** What is a quote, a list, code, HTML or a table. Far cheaper than the whole on hostile text. */
export function parseBlocks(text: string): Root {
  return fromMarkdown(sameOffsets(text), { extensions: blockExtensions, mdastExtensions });
}

/** Blocks and what is inside them: code spans, comments, links, emphasis. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(sameOffsets(text), { extensions: allExtensions, mdastExtensions });
}

/** Text of a fence as the parser gives it. */
export function readable(text: string): string {
  return sameOffsets(text).replaceAll("\0", "\ufffd");
}

/** The parser swallows a byte order mark at the start and with it one offset; a zero-width space reads the same. */
function sameOffsets(text: string): string {
  return text.replaceAll("\ufeff", "\u200b");
}
