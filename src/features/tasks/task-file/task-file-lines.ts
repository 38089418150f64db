/**
 * How any text is written in a task file and read back unchanged. Continuation lines of an item are indented, so that
 * no text can look like an item or a heading of the file. In free paragraphs a line that would be a heading or a
 * conflict marker gets a backslash, which Markdown does not show.
 */
export type NumberedLine = { readonly number: number; readonly text: string };

/** The lines under a heading, and the number of the heading's own line. */
export type SectionLines = { readonly headingLine: number; readonly lines: readonly NumberedLine[] };

/** A list item with the number of its first line. */
export type Item = { readonly line: number; readonly text: string };

/** A problem with a line; the field is left out if the section determines it. */
export type LineProblem = { readonly line: number; readonly message: string; readonly field?: string };

/** The result of reading a part of the file: its value, or the first unreadable line. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: LineProblem };

export function got<T>(value: T): Read<T> {
  return { ok: true, value };
}

export function brokenAt(line: number, message: string, field?: string): Read<never> {
  return { ok: false, problem: field === undefined ? { line, message } : { line, message, field } };
}

export function paragraphLines(text: string): string[] {
  return text.split("\n").map((line) => line.replace(/^( {0,3})(\\*(?:#|<{7} ))/, "$1\\$2"));
}

export function readParagraph(lines: readonly NumberedLine[]): string {
  return lines.map((line) => line.text.replace(/^( {0,3})\\(\\*(?:#|<{7} ))/, "$1$2")).join("\n");
}

/** The first line of an unresolved merge conflict. The file's own text never begins a line like this. */
export function conflictIn(lines: readonly NumberedLine[]): LineProblem | undefined {
  const begun = lines.find(({ text }) => text.startsWith("<<<<<<< "));
  return begun && { line: begun.number, message: "a merge conflict was left here; choose one side." };
}

export function itemLines(marker: string, text: string): string[] {
  const [first = "", ...rest] = text.split("\n");
  const indent = " ".repeat(marker.length);
  return [`${marker}${first}`, ...rest.map((line) => (line === "" ? "" : `${indent}${line}`))];
}

/** Items with known markers: `- ` each time, or `1. `, `2. ` and so on. */
export function readItems(lines: readonly NumberedLine[], markerOf: (index: number) => string): Read<readonly Item[]> {
  const items: { line: number; texts: string[] }[] = [];
  for (const { number, text } of lines) {
    const current = items.at(-1);
    const marker = markerOf(items.length);
    const indent = " ".repeat(markerOf(items.length - 1).length);
    if (text.startsWith(marker)) items.push({ line: number, texts: [text.slice(marker.length)] });
    else if (current !== undefined && text === "") current.texts.push("");
    else if (current !== undefined && text.startsWith(indent)) current.texts.push(text.slice(indent.length));
    else return brokenAt(number, `expected an item that starts with "${marker}", found ${JSON.stringify(text)}.`);
  }
  return got(items.map(({ line, texts }) => ({ line, text: texts.join("\n") })));
}

export const bullet = () => "- ";
export const ordinal = (index: number) => `${index + 1}. `;

/** A field after a bold label: `- **Inputs:** text`. */
export type Labelled = { readonly field: string; readonly label: string };

export function labelledLines(label: string, text: string): string[] {
  return itemLines("- ", `**${label}:** ${text}`);
}

/** The texts after exactly these labels, in this order. */
export function readLabelled(
  { lines, headingLine }: SectionLines,
  labels: readonly Labelled[],
): Read<readonly (Item & { readonly field: string })[]> {
  const items = readItems(lines, bullet);
  if (!items.ok) return items;
  const texts: (Item & { field: string })[] = [];
  for (const [index, { field, label }] of labels.entries()) {
    const item = items.value[index];
    const prefix = `**${label}:** `;
    if (item === undefined) return brokenAt(headingLine, `the entry "- ${prefix}" is missing.`, field);
    if (!item.text.startsWith(prefix)) return brokenAt(item.line, `expected "- ${prefix}" here.`, field);
    texts.push({ field, line: item.line, text: item.text.slice(prefix.length) });
  }
  const extra = items.value[labels.length];
  return extra === undefined ? got(texts) : brokenAt(extra.line, "this entry has no place in its section.");
}
