import { stripVTControlCharacters } from "node:util";

/**
 * Lines of at most `width` characters, broken between words only: an address or a flag stays in one piece. What colours
 * a word takes no room.
 */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (stripVTControlCharacters(longer).length > width && line.trim() !== "") {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
