/** A key hidden in a comment, so that it can be found again and never be posted twice. */
export function hiddenMarker(key: string): string {
  if (!/^[a-z0-9:._/@-]+$/i.test(key)) throw new TypeError(`not a key: ${key}`);
  return `<!-- factory:${key} -->`;
}

/** The same text for another place than the one it is kept in. */
export function withoutMarker(body: string): string {
  return body.replace(/^<!-- factory:[^\n]* -->\n/, "");
}

/** The key of a comment that carries one in its first line; anything lower down could be quoted from elsewhere. */
export function markerIn(body: string): string | null {
  return /^<!-- factory:([a-z0-9:._/@-]+) -->/i.exec(body)?.[1] ?? null;
}
