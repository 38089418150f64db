/** Code on one line, visibly cut where it is long. White space inside a line may be part of a text, and stays. */
export function shorten(code: string, limit = 120): string {
  const line = code.replace(/\s*\n\s*/g, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 3)}...`;
}
