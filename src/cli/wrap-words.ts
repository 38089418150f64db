import { stripVTControlCharacters } from "node:util";

/**
 * Lines of at most `width` characters, broken between words only: an address or a flag stays in one piece. What a line is
 * indented by goes before what is broken off it, too, or YAML would say something else. What colours a word takes no room.
 */
export function wrapWords(text: string, width: number): string[] {
  const [indent = ""] = /^ */.exec(text) ?? [];
  const lines: string[] = [];
  let line = "";
  for (const word of text.slice(indent.length).split(" ")) {
    const longer = line === "" ? `${indent}${word}` : `${line} ${word}`;
    if (stripVTControlCharacters(longer).length > width && line.trim() !== "") {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line];
}
