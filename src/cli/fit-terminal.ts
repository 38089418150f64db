import { wrapWords } from "./wrap-words.js";

type Place = { readonly isTTY?: boolean; readonly columns?: number };

/** A terminal would break a long line in the middle of a word; a file or a pipe keeps it whole. */
export function fitTerminal(text: string, { isTTY = false, columns = 80 }: Place): string {
  return isTTY
    ? text
        .split("\n")
        .flatMap((line) => wrapWords(line, columns))
        .join("\n")
    : text;
}
