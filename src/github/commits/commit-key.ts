/** The trailer of the last commit on one of our branches, which identifies its content. */
const TRAILER = /(?:^|\n)Factory-Key: (\S+)\s*$/;

export function withKey(message: string, key: string): string {
  return `${message}\n\nFactory-Key: ${key}`;
}

/** Only the last line counts: other lines may be quoted from elsewhere. */
export function keyIn(message: string): string | null {
  return TRAILER.exec(message)?.[1] ?? null;
}
