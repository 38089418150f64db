/** Splits a stream's text into lines. */
export type LineSplitter = { readonly push: (chunk: string) => void; readonly end: () => void };

/**
 * `maxLength` limits memory, not the visible text. The log masks first and cuts afterwards, so that a secret across the
 * cut is hidden completely. Text beyond this limit is dropped, and `overflow` counts it.
 */
export function createLineSplitter(maxLength: number, onLine: (line: string, overflow: number) => void): LineSplitter {
  let rest = "";
  let overflow = 0;

  const keep = (text: string): void => {
    const room = Math.max(0, maxLength - rest.length);
    rest += text.slice(0, room);
    overflow += Math.max(0, text.length - room);
  };
  const flush = (): void => {
    onLine(rest.endsWith("\r") ? rest.slice(0, -1) : rest, overflow);
    rest = "";
    overflow = 0;
  };

  return {
    push: (chunk) => {
      const pieces = chunk.split("\n");
      for (const [index, piece] of pieces.entries()) {
        keep(piece);
        if (index < pieces.length - 1) flush();
      }
    },
    end: () => {
      if (rest !== "" || overflow > 0) flush();
    },
  };
}
