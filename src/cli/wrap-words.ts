import { stripVTControlCharacters } from "node:util";

/**
 * Lines of at most `width` characters, broken between words only, so that an address or a flag stays whole. Wrapped
 * lines keep the indentation, because YAML depends on it. Colour codes count as no characters.
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
