/** One line of a comment, without its end; `start` is its offset and `number` counts from 1. */
export type Line = { readonly number: number; readonly start: number; readonly text: string };

/** Lines as Markdown has them: ended by LF, CRLF or CR, and by nothing else that JavaScript calls a line end. */
export function linesOf(body: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const end of body.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ number: lines.length + 1, start, text: body.slice(start, end.index) });
    start = end.index + end[0].length;
  }
  return [...lines, { number: lines.length + 1, start, text: body.slice(start) }];
}

/** Where the line that holds `offset` begins. */
export function startOfLine(body: string, offset: number): number {
  if (offset === 0) return 0;
  return Math.max(body.lastIndexOf("\n", offset - 1), body.lastIndexOf("\r", offset - 1)) + 1;
}

/** Where the line after the one that holds `offset` begins, or the end of the text. */
export function endOfLine(body: string, offset: number): number {
  const lineEnd = /\r\n|\n|\r/g;
  lineEnd.lastIndex = offset;
  return offset < body.length && lineEnd.test(body) ? lineEnd.lastIndex : body.length;
}
