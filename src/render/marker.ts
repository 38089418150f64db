/** A key hidden in a comment, by which it is found again and never posted twice. */
export function hiddenMarker(key: string): string {
  if (!/^[a-z0-9:._/@-]+$/i.test(key)) throw new TypeError(`not a key: ${key}`);
  return `<!-- factory:${key} -->`;
}

/** The same text without the marker, for another place. */
export function withoutMarker(body: string): string {
  return body.replace(/^<!-- factory:[^\n]* -->\n/, "");
}

/** The key in the first line of a comment; lower lines could be quoted from elsewhere. */
export function markerIn(body: string): string | null {
  return /^<!-- factory:([a-z0-9:._/@-]+) -->/i.exec(body)?.[1] ?? null;
}
