/** The trailer that ends the last commit on a branch of ours: which content it shows. */
const TRAILER = /(?:^|\n)Factory-Key: (\S+)\s*$/;

export function withKey(message: string, key: string): string {
  return `${message}\n\nFactory-Key: ${key}`;
}

/** Only the last line counts: anything above it may be quoted from elsewhere. */
export function keyIn(message: string): string | null {
  return TRAILER.exec(message)?.[1] ?? null;
}
