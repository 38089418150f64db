/** One line of a comment, without its end; `start` is its offset and `number` counts from 1. */
export type Line = { readonly number: number; readonly start: number; readonly text: string };

/** Lines as Markdown has them: ended by LF, CRLF or CR, and by nothing else that JavaScript calls a line end. */
export function linesOf(body: string): Line[] {
  const lines: Line[] = [];
  const lineEnd = /\r\n|\n|\r/g;
  let start = 0;
  while (lineEnd.test(body)) {
    const next = lineEnd.lastIndex;
    const end = body.startsWith("\r\n", next - 2) ? next - 2 : next - 1;
    lines.push({ number: lines.length + 1, start, text: body.slice(start, end) });
    start = next;
  }
  lines.push({ number: lines.length + 1, start, text: body.slice(start) });
  return lines;
}

/** Where the line that holds `offset` begins. Goes back no further: a search for CR would read the whole text before it. */
export function startOfLine(body: string, offset: number): number {
  let start = offset;
  while (start > 0 && !/[\r\n]/.test(body.charAt(start - 1))) start--;
  return start;
}

/** Where the line after the one that holds `offset` begins, or the end of the text. */
export function endOfLine(body: string, offset: number): number {
  const lineEnd = /\r\n|\n|\r/g;
  lineEnd.lastIndex = offset;
  return offset < body.length && lineEnd.test(body) ? lineEnd.lastIndex : body.length;
}
