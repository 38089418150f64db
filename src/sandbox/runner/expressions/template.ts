/** A piece of a text with `${{ }}`: plain text or an expression. `offset` is the start of the piece. */
export type TemplatePart = { readonly kind: "text" | "expression"; readonly text: string; readonly offset: number };

const OPEN = "${{";
const CLOSE = "}}";

/** Splits a text at its expressions. Undefined for an unclosed expression: GitHub also refuses such a file. */
export function splitTemplate(text: string): TemplatePart[] | undefined {
  const parts: TemplatePart[] = [];
  let position = 0;
  while (position < text.length) {
    const open = text.indexOf(OPEN, position);
    const end = open === -1 ? text.length : open;
    if (end > position) parts.push({ kind: "text", text: text.slice(position, end), offset: position });
    if (open === -1) break;
    const close = closingOf(text, open + OPEN.length);
    if (close === -1) return undefined;
    parts.push({ kind: "expression", text: text.slice(open + OPEN.length, close).trim(), offset: open });
    position = close + CLOSE.length;
  }
  return parts;
}

export function hasExpression(text: string): boolean {
  return text.includes(OPEN);
}

/**
 * `}}` inside a quoted string does not close the expression. A quote inside a string is doubled, so it toggles twice.
 */
function closingOf(text: string, from: number): number {
  let quoted = false;
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === "'") quoted = !quoted;
    else if (!quoted && text.startsWith(CLOSE, index)) return index;
  }
  return -1;
}
