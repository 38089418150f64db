import { linesOf } from "./lines.js";

/**
 * Estimates the microseconds that the parser needs for the blocks of a text on a slow machine, measured on hostile
 * texts of each kind. The cost depends on lines, and above all on what a line opens: an item, a cell, a definition, an
 * underlined heading.
 */
export function blockCost(text: string): number {
  return linesOf(text).reduce(
    (cost, line, index, lines) => cost + lineCost(line.text, lines[index - 1]?.text ?? ""),
    0,
  );
}

function lineCost(line: string, before: string): number {
  if (line === "") return 4;
  const opened = nestingOf(line);
  const begins = before === "" ? 32 : 0;
  const continues = opened === 0 && nestingOf(before) > 0 ? 48 : 0;
  const definesOrUnderlines = DEFINES_OR_UNDERLINES.test(line) ? 96 : 0;
  const characters = 0.3 * line.length + 0.9 * (line.match(/[^A-Za-z0-9\s]/g)?.length ?? 0);
  return 16 + begins + continues + definesOrUnderlines + 90 * opened + 32 * (line.split("|").length - 1) + characters;
}

/** A link definition, whole or its beginning or its title; the line under a heading or under the head of a table. */
const DEFINES_OR_UNDERLINES = /^[ \t]*(?:[=#'"(]|-(?![ \t])|\[[^\]]*(?:\]:|$))/;

/** Likewise inside a paragraph: each mark that may open something is compared with those before it. */
export function inlineCost(text: string): number {
  const marks = text.match(MARKS)?.length ?? 0;
  return 256 + 2 * text.length + 4 * marks + (marks * marks) / 16;
}

/** An underscore within a word opens nothing: names of code are full of them. */
const MARKS = /[*~[\]`<]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/** How many containers a line opens; a marker of a list needs white space after it. */
export function nestingOf(line: string): number {
  const opening = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)|\[\^[^\]\s]{1,999}\]:))+/.exec(line)?.[0] ?? "";
  return opening.match(/>|[-+*]|\d[.)]|\]:/g)?.length ?? 0;
}
