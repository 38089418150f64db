/** The trailer of the last commit on one of our branches, which identifies its content. GitHub wants to read its own after it. */
const TRAILER = /(?:^|\n)Factory-Key: (\S+)(?:\nskip-checks: true)?\s*$/;
const SKIP_TRAILER = /\n\n\nskip-checks: true$/;

export function withKey(message: string, key: string): string {
  if (SKIP_TRAILER.test(message)) return message.replace(SKIP_TRAILER, `\n\n\nFactory-Key: ${key}\nskip-checks: true`);
  return `${message}\n\nFactory-Key: ${key}`;
}

/** Only the last trailers count: other lines may be quoted from elsewhere. */
export function keyIn(message: string): string | null {
  return TRAILER.exec(message)?.[1] ?? null;
}
