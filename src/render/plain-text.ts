import { cutLine } from "./cut.js";
import { escapeMentions, restoreMentions } from "./escape-mentions.js";

/**
 * Untrusted text inside our Markdown: readable, and unable to mention people, close issues, open HTML, break a table or
 * begin a line like a command.
 */
export function plainText(text: string): string {
  const visible = text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, ""); // also zero-width and bidirectional characters
  return escapeMentions(visible)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_{}[\]|~]/g, "\\$&")
    .replace(/^([^\S\r\n\u2028\u2029]*)([#+-])(?=\s)/gm, "$1\\$2")
    .replace(/^([^\S\r\n\u2028\u2029]*\d+)([.)])(?=\s)/gm, "$1\\$2")
    .replace(/^([^\S\r\n\u2028\u2029]*)\/(?=\w)/gm, "$1\\/");
}

/** The same on one line, for table cells and titles. */
export function plainLine(text: string): string {
  return plainText(text)
    .replace(/(?<!\s)\s*\n\s*/g, " ")
    .trim();
}

/** As it was before, for a reader who sees no rendered Markdown, such as at a terminal. */
export function asWritten(plain: string): string {
  return restoreMentions(plain)
    .replace(/\\([\\`*_{}[\]|~#+\-.)/])/g, "$1")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}

/**
 * A quotation in backticks that holds nothing GitHub could act upon, as `plainText` has made it. Signs of comparison are
 * code; a tag, and the ends of a comment, are not: the App finds its own markers by them.
 */
const QUOTED =
  /\\`((?:[A-Za-z0-9 .,:;=()+'"%$!?/-]|&amp;(?!(?:amp|lt|gt);)|&lt;(?![A-Za-z/?!])|(?<!--)&gt;|\\[_*{}[\]~])+)\\`/g;
const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** The same, with plain quotations in backticks left as code: reviewers quote what they have read. */
export function quotingLine(text: string): string {
  return withQuotations(plainLine(text));
}

/** The same over several lines. */
export function quotingText(text: string): string {
  return withQuotations(plainText(text));
}

function withQuotations(plain: string): string {
  const asCode = (quoted: string) =>
    quoted.replaceAll("\\", "").replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
  return plain.replace(QUOTED, (_whole, quoted: string) => `\`${asCode(quoted)}\``);
}

/**
 * The same within a limit. A cut could remove the end of a quotation and release its content, so a text that is cut has
 * no quotations.
 */
export function quotingWithin(text: string, limit: number, cut = cutLine): string {
  const quoting = quotingLine(text);
  return quoting.length <= limit ? quoting : cut(plainLine(text), limit);
}
