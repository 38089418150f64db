/**
 * Placeholders in an example instead of values (requirements.md#examples). The patterns do not match real code: spread
 * (`...args`), doctest continuation lines, JSX and generics, "Loading...", and a to-do list's own "TODO".
 */
const STAND_INS: readonly RegExp[] = [
  /["'`](?:\.{3}|…)["'`]/,
  /(?<=^|[\s([{,:=])(?:\.{3}|…)(?=\s*(?:$|[)\]},;]))/m,
  /\b(?:some|your|my)_(?:\w{0,80}(?:input|output|value|string|text|data|thing|name|id|key|token|file|path|here)\w*)\b/i,
  /<\s*(?:your|some|insert|enter|put)[\s_-][^<>\n]*>/i,
  /<[^<>\n]*[\s_-](?:here|placeholder)\s*>/i,
  /\b\w+_here\b/i,
  /\b(?:TBD|FIXME|XXX)\b/,
  /(?:\/\/|#|\/\*|--)\s*(?:TODO|\.{3}|…)/,
  /\blorem ipsum\b/i,
];

/** The first placeholder in a code block; undefined if every value is concrete. */
export function standInIn(block: string): string | undefined {
  if (block.trim() === "") return "an empty block";
  for (const pattern of STAND_INS) {
    const found = pattern.exec(block);
    if (found !== null) return found[0];
  }
  return undefined;
}
