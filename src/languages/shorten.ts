/** Code on one line, visibly cut where it is long. */
export function shorten(code: string, limit = 120): string {
  const line = code.replace(/\s+/g, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 3)}...`;
}
